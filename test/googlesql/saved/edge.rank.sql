select path, requests, row_number() over (order by requests desc, path) as place
from (
  select r.path, count(*) as requests
  from edge_logs t, unnest(t.metadata) m, unnest(m.request) r
  where t.project = @project
  group by r.path
)
order by place
