select r.path, count(*) as requests, max(p.origin_time) as slowest
from edge_logs t, unnest(t.metadata) m, unnest(m.request) r, unnest(m.response) p
where t.project = @project and p.origin_time is not null
group by r.path
having count(*) > 1
order by slowest desc, r.path
limit 20
