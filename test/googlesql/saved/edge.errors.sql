-- 4xx and 5xx of a project, the newest first
select id, edge_logs.timestamp, event_message, request.method, request.path, response.status_code
from edge_logs
  cross join unnest(metadata) as m
  cross join unnest(m.request) as request
  cross join unnest(m.response) as response
where project = @project and response.status_code >= 400
order by timestamp desc, id
limit 100
