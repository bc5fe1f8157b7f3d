with lines as (
  select 'edge' as service, t.timestamp from edge_logs t where t.project = @project
  union all
  select 'postgres', t.timestamp from postgres_logs t where t.project = @project
  union all
  select 'storage', t.timestamp from storage_logs t, unnest(t.metadata) m where m.project = @project
)
select service, date(timestamp) as day, count(*) as total
from lines
group by service, day
order by day, service
