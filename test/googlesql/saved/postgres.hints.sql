select p.query, any_value(p.hint) as hint, count(*) as times
from postgres_logs t, unnest(t.metadata) m, unnest(m.parsed) p
where t.project = @project and p.hint is not null and p.query is not null
group by p.query
order by times desc, p.query
