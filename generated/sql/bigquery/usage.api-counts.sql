-- usage.api-counts, saved query for BigQuery
WITH buckets AS (
  SELECT
    CASE @interval
      WHEN 'hourly' THEN TIMESTAMP_TRUNC(timestamp, HOUR)
      WHEN 'daily' THEN TIMESTAMP_TRUNC(timestamp, DAY)
      WHEN 'minutely' THEN TIMESTAMP_TRUNC(timestamp, MINUTE)
    END AS bucket,
    COUNTIF(STRPOS(metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path, '/rest') > 0) AS total_rest_requests,
    COUNTIF(STRPOS(metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path, '/storage') > 0) AS total_storage_requests,
    COUNTIF(STRPOS(metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path, '/auth') > 0) AS total_auth_requests,
    COUNTIF(STRPOS(metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path, '/realtime') > 0) AS total_realtime_requests
  FROM `cloudflare-logs-prod` AS edge_logs
  WHERE NULLIF(@project, '') IS NOT NULL
    AND CHAR_LENGTH(NULLIF(@project, '')) <= 128
    AND @interval IN ('hourly', 'daily', 'minutely')
    AND REGEXP_CONTAINS(metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].url, NULLIF(@project, ''))
    AND timestamp >= CASE @interval
      WHEN 'hourly' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)
      WHEN 'daily' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'minutely' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)
    END
  GROUP BY 1
)
SELECT
  bucket AS timestamp,
  total_rest_requests,
  total_storage_requests,
  total_auth_requests,
  total_realtime_requests
FROM buckets
ORDER BY bucket
LIMIT 1000
