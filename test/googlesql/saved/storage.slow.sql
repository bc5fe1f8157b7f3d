select t.id, t.timestamp, round(m.responseTime, 1) as ms, r.statusCode as status
from storage_logs t, unnest(t.metadata) m, unnest(m.res) r
where m.project = @project and m.responseTime > @least
order by m.responseTime desc, t.id
limit 20
