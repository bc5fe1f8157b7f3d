select if(m.level = 'error', 'bad', 'good') as kind, count(*) as lines
from auth_logs t, unnest(t.metadata) m
where t.project = @project
group by kind
order by kind
