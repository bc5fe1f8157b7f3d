select h.user_agent, count(*) as requests, min(t.timestamp) as first_seen, max(t.timestamp) as last_seen
from edge_logs t, unnest(t.metadata) m, unnest(m.request) r, unnest(r.headers) h
where t.project = @project and h.user_agent is not null and not starts_with(h.user_agent, 'Mozilla')
group by h.user_agent
order by requests desc, h.user_agent
