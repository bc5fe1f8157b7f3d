select t.id, t.timestamp, m.level, substr(t.event_message, 1, 80) as message
from realtime_logs t, unnest(t.metadata) m
where m.project = @project and t.timestamp between @from and @to
order by t.timestamp, t.id
limit 100
