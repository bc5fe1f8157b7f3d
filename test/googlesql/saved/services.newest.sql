select 'edge' as service, t.id, t.timestamp, t.event_message from edge_logs t where t.project = @project
union all
select 'postgres', t.id, t.timestamp, t.event_message from postgres_logs t where t.project = @project
union all
select 'auth', t.id, t.timestamp, t.event_message from auth_logs t where t.project = @project
order by timestamp desc, service, id
limit 100
