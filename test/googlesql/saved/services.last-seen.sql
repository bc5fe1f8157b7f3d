select * except (n)
from (
  select t.project, t.id, t.timestamp, row_number() over (partition by t.project order by t.timestamp desc, t.id) as n
  from edge_logs t
  where t.project in (@project, @other)
)
where n = 1
order by project
