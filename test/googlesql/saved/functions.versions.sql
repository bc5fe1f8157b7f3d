select m.function_id, string_agg(distinct m.version order by m.version) as versions
from function_edge_logs t, unnest(t.metadata) m
where m.project_ref = @project and m.version is not null
group by m.function_id
order by m.function_id
