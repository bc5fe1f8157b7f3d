-- The slowest paths of a project.
SELECT
  path,
  count() AS requests,
  countIf(status >= 500) AS errors,
  quantileExactLow(0.5)(ms) AS median,
  max(ms) AS slowest
FROM gateway_requests
WHERE project = @project
  AND (@since IS NULL OR timestamp >= @since)
  AND path NOT LIKE '/health@%'
GROUP BY path
HAVING count() >= @least
ORDER BY slowest DESC, path
