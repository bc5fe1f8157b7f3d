-- The slowest paths of a project.
SELECT
  path,
  count(*) AS requests,
  count(*) FILTER (status >= 500) AS errors,
  quantile_disc(ms, 0.5) AS median,
  max(ms) AS slowest
FROM gateway_requests
WHERE project = @project
  AND (@since IS NULL OR timestamp >= @since)
  AND path NOT LIKE '/health@%'
GROUP BY path
HAVING count(*) >= @least
ORDER BY slowest DESC, path;
