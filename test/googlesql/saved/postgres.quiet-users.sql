select distinct p.user_name
from postgres_logs t, unnest(t.metadata) m, unnest(m.parsed) p
where t.project = @project and p.user_name is not null
  and p.user_name not in (
    select q.user_name
    from postgres_logs u, unnest(u.metadata) n, unnest(n.parsed) q
    where u.project = @project and q.error_severity = 'ERROR' and q.user_name is not null
  )
order by 1
