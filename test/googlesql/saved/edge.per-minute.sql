select timestamp_trunc(t.timestamp, minute) as minute, count(*) as requests
from edge_logs as t
where t.project = @project
  and t.timestamp > timestamp_sub(current_timestamp(), interval 24 hour)
group by minute
order by minute desc
