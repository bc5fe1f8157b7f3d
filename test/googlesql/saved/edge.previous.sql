with hourly as (
  select timestamp_trunc(t.timestamp, hour) as hour, count(*) as requests
  from edge_logs t
  where t.project = @project
  group by hour
)
select hour, requests, lag(requests) over (order by hour) as before
from hourly
order by hour
