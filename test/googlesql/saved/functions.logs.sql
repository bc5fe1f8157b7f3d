select t.id, t.timestamp, m.level, t.event_message
from function_logs t
cross join unnest(t.metadata) as m
where m.project_ref = @project
  and (@function_id = '' or m.function_id = @function_id)
  and (@level = '' or upper(m.level) = upper(@level))
order by t.timestamp desc, t.id
limit 100
