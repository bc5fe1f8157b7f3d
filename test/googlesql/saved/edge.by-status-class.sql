select
  countif(r.status_code between 200 and 299) as ok,
  countif(r.status_code between 300 and 399) as redirected,
  countif(r.status_code between 400 and 499) as refused,
  countif(r.status_code >= 500) as failed,
  count(*) as total
from edge_logs t, unnest(t.metadata) m, unnest(m.response) r
where t.project = @project and (@since is null or t.timestamp >= @since)
