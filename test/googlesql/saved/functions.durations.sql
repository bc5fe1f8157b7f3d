select
  m.function_id,
  approx_quantiles(m.execution_time_ms, 100)[offset(50)] as p50,
  approx_quantiles(m.execution_time_ms, 100)[offset(95)] as p95,
  avg(m.execution_time_ms) as mean
from function_edge_logs t, unnest(t.metadata) m
where m.project_ref = @project
group by m.function_id
order by m.function_id
