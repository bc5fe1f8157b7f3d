select date(t.timestamp) as day, m.path, count(*) as failures
from auth_logs t, unnest(t.metadata) m
where t.project = @project and (m.status >= 400 or m.error is not null)
group by day, m.path
order by day desc, failures desc, m.path
