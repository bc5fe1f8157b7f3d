select distinct m.function_id
from function_edge_logs t, unnest(t.metadata) m
where m.project_ref = @project
  and not exists (
    select 1 from function_logs l, unnest(l.metadata) n
    where n.project_ref = @project and n.function_id = m.function_id
  )
order by 1
