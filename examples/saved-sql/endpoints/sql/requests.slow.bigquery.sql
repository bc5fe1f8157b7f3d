# The slowest paths of a project.
SELECT
  path,
  COUNT(*) AS requests,
  COUNTIF(status >= 500) AS errors,
  APPROX_QUANTILES(ms, 2)[OFFSET(1)] AS median,
  MAX(ms) AS slowest
FROM gateway_requests
WHERE project=@project
  AND (@since IS NULL OR timestamp >= @since)
  AND path NOT LIKE '/health@%'
GROUP BY path
HAVING COUNT(*) >= @least
ORDER BY slowest DESC, path
