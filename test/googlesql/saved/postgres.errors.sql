select t.id, t.timestamp, p.error_severity as severity, p.user_name, t.event_message
from postgres_logs as t
  cross join unnest(metadata) as m
  cross join unnest(m.parsed) as p
where t.project = @project and p.error_severity in ('ERROR', 'FATAL', 'PANIC')
order by t.timestamp desc, t.id
limit 100
