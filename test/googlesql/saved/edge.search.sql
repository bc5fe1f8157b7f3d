select t.id, t.timestamp, t.event_message
from edge_logs t
where t.project = @project
  and (@search = '' or strpos(lower(t.event_message), lower(@search)) > 0)
order by t.timestamp desc, t.id
limit 50
