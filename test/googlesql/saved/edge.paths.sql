select distinct r.path, r.method
from edge_logs t, unnest(t.metadata) m, unnest(m.request) r
where t.project = @project and r.method in ('GET', 'POST')
order by r.path, r.method
