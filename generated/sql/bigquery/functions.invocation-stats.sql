-- functions.invocation-stats, saved query for BigQuery
WITH buckets AS (
  SELECT
    CASE @interval
      WHEN '5min' THEN TIMESTAMP_TRUNC(timestamp, SECOND)
      WHEN '15min' THEN TIMESTAMP_TRUNC(timestamp, MINUTE)
      WHEN '1hr' THEN TIMESTAMP_TRUNC(timestamp, MINUTE)
      WHEN '7day' THEN TIMESTAMP_TRUNC(timestamp, DAY)
      ELSE TIMESTAMP_TRUNC(timestamp, HOUR)
    END AS bucket,
    MIN(metadata[SAFE_OFFSET(0)].execution_time_ms) AS min_execution_time,
    MAX(metadata[SAFE_OFFSET(0)].execution_time_ms) AS max_execution_time,
    AVG(metadata[SAFE_OFFSET(0)].execution_time_ms) AS avg_execution_time,
    APPROX_QUANTILES(metadata[SAFE_OFFSET(0)].execution_time_ms, 100)[SAFE_OFFSET(95)] AS p95_execution_time,
    APPROX_QUANTILES(metadata[SAFE_OFFSET(0)].execution_time_ms, 100)[SAFE_OFFSET(99)] AS p99_execution_time,
    COUNT(*) AS count,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code >= 400) AS error_count,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code BETWEEN 100 AND 199) AS status_1xx,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code BETWEEN 200 AND 299) AS status_2xx,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code BETWEEN 300 AND 399) AS status_3xx,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code BETWEEN 400 AND 499) AS status_4xx,
    COUNTIF(metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code BETWEEN 500 AND 599) AS status_5xx
  FROM `deno-relay-logs` AS function_edge_logs
  WHERE NULLIF(@project, '') IS NOT NULL
    AND metadata[SAFE_OFFSET(0)].project_ref = NULLIF(@project, '')
    AND (COALESCE(@function_id, '') = '' OR metadata[SAFE_OFFSET(0)].function_id = NULLIF(@function_id, ''))
    AND timestamp >= CASE @interval
      WHEN '5min' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE), SECOND)
      WHEN '15min' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 15 MINUTE), MINUTE)
      WHEN '1hr' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR), MINUTE)
      WHEN '7day' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY), DAY)
      ELSE TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY), HOUR)
    END
    AND timestamp < CASE @interval
      WHEN '5min' THEN TIMESTAMP_ADD(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), SECOND), INTERVAL 1 SECOND)
      WHEN '15min' THEN TIMESTAMP_ADD(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), MINUTE), INTERVAL 1 MINUTE)
      WHEN '1hr' THEN TIMESTAMP_ADD(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), MINUTE), INTERVAL 1 MINUTE)
      WHEN '7day' THEN TIMESTAMP_ADD(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), DAY), INTERVAL 1 DAY)
      ELSE TIMESTAMP_ADD(TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR), INTERVAL 1 HOUR)
    END
  GROUP BY 1
)
SELECT
  bucket AS timestamp,
  min_execution_time,
  max_execution_time,
  avg_execution_time,
  p95_execution_time,
  p99_execution_time,
  count,
  error_count
FROM buckets
ORDER BY bucket
LIMIT 1000
