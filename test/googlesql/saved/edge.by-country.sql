select coalesce(cf.country, 'unknown') as country, count(*) as requests
from edge_logs t
cross join unnest(t.metadata) as m
cross join unnest(m.request) as r
cross join unnest(r.cf) as cf
where t.project = @project
group by country
order by requests desc, country
