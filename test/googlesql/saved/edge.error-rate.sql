with hourly as (
  select timestamp_trunc(t.timestamp, hour) as hour, count(*) as total, countif(r.status_code >= 500) as failed
  from edge_logs t, unnest(t.metadata) m, unnest(m.response) r
  where t.project = @project
  group by hour
)
select hour, total, failed, safe_divide(failed, total) as rate
from hourly
order by hour
