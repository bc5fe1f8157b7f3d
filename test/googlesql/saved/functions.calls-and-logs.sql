select c.function_id, c.calls, l.lines
from (
  select m.function_id, count(*) as calls
  from function_edge_logs t, unnest(t.metadata) m
  where m.project_ref = @project
  group by m.function_id
) c
left join (
  select m.function_id, count(*) as lines
  from function_logs t, unnest(t.metadata) m
  where m.project_ref = @project
  group by m.function_id
) l on l.function_id = c.function_id
order by c.function_id
