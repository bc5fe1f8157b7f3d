select m.function_id, count(*) as invocations, max(t.timestamp) as last_invoked
from function_edge_logs t, unnest(t.metadata) m
where m.project_ref = @project
group by m.function_id
order by invocations desc, m.function_id
