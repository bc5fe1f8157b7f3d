WITH retention AS (
  SELECT t.timestamp, m.execution_time_ms, r.status_code
  FROM function_edge_logs AS t
  CROSS JOIN UNNEST(metadata) AS m
  CROSS JOIN UNNEST(m.response) AS r
  WHERE m.project_ref = @project
    AND (@function_id = '' OR m.function_id = @function_id)
    AND t.timestamp >= CASE
      WHEN @interval = '5min' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 5 MINUTE), SECOND)
      WHEN @interval = '15min' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 15 MINUTE), MINUTE)
      WHEN @interval = '1hr' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR), MINUTE)
      WHEN @interval = '7day' THEN TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY), DAY)
      ELSE TIMESTAMP_TRUNC(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY), HOUR)
    END
), chart AS (
  SELECT
    CASE
      WHEN @interval = '5min' THEN TIMESTAMP_TRUNC(timestamp, SECOND)
      WHEN @interval = '15min' OR @interval = '1hr' THEN TIMESTAMP_TRUNC(timestamp, MINUTE)
      WHEN @interval = '7day' THEN TIMESTAMP_TRUNC(timestamp, DAY)
      ELSE TIMESTAMP_TRUNC(timestamp, HOUR)
    END AS timestamp,
    MIN(execution_time_ms) AS min_execution_time,
    MAX(execution_time_ms) AS max_execution_time,
    AVG(execution_time_ms) AS avg_execution_time,
    APPROX_QUANTILES(execution_time_ms, 100)[OFFSET(95)] AS p95_execution_time,
    APPROX_QUANTILES(execution_time_ms, 100)[OFFSET(99)] AS p99_execution_time,
    COUNT(*) AS count,
    COUNTIF(status_code >= 400) AS error_count,
    COUNTIF(status_code BETWEEN 200 AND 299) AS status_2xx
  FROM retention
  GROUP BY timestamp
)
SELECT * EXCEPT (status_2xx) FROM chart ORDER BY timestamp ASC
