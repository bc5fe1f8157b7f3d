select
  r.path,
  array_agg(distinct p.status_code ignore nulls order by p.status_code) as statuses,
  array_agg(t.id order by t.timestamp desc, t.id limit 3) as newest,
  array_agg(t.timestamp order by t.timestamp limit 2) as first_seen
from edge_logs t, unnest(t.metadata) m, unnest(m.request) r, unnest(m.response) p
where t.project = @project
group by r.path
order by r.path
