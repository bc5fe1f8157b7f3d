select ifnull(p.error_severity, 'none') as severity, count(1) as lines, count(distinct p.user_name) as users
from postgres_logs t, unnest(t.metadata) m, unnest(m.parsed) p
where t.project = @project
group by 1
order by 2 desc, 1
