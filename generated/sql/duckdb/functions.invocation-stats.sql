-- functions.invocation-stats, saved query for DuckDB
WITH buckets AS (
  SELECT
    CASE $interval::VARCHAR
      WHEN '5min' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 1000000)
      WHEN '15min' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 60000000)
      WHEN '1hr' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 60000000)
      WHEN '7day' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 86400000000)
      ELSE make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 3600000000)
    END AS bucket,
    min(metadata.execution_time_ms) AS min_execution_time,
    max(metadata.execution_time_ms) AS max_execution_time,
    avg(metadata.execution_time_ms) AS avg_execution_time,
    quantile_disc(metadata.execution_time_ms, 0.95) AS p95_execution_time,
    quantile_disc(metadata.execution_time_ms, 0.99) AS p99_execution_time,
    count(*) AS count,
    count(*) FILTER (metadata.response.status_code >= 400) AS error_count,
    count(*) FILTER (metadata.response.status_code BETWEEN 100 AND 199) AS status_1xx,
    count(*) FILTER (metadata.response.status_code BETWEEN 200 AND 299) AS status_2xx,
    count(*) FILTER (metadata.response.status_code BETWEEN 300 AND 399) AS status_3xx,
    count(*) FILTER (metadata.response.status_code BETWEEN 400 AND 499) AS status_4xx,
    count(*) FILTER (metadata.response.status_code BETWEEN 500 AND 599) AS status_5xx
  FROM function_edge_logs
  WHERE nullif($project::VARCHAR, '') IS NOT NULL
    AND metadata.project_ref = nullif($project::VARCHAR, '')
    AND (coalesce($function_id::VARCHAR, '') = '' OR metadata.function_id = nullif($function_id::VARCHAR, ''))
    AND timestamp >= CASE $interval::VARCHAR
      WHEN '5min' THEN date_trunc('second', (now() AT TIME ZONE 'UTC') - INTERVAL 5 MINUTE)
      WHEN '15min' THEN date_trunc('minute', (now() AT TIME ZONE 'UTC') - INTERVAL 15 MINUTE)
      WHEN '1hr' THEN date_trunc('minute', (now() AT TIME ZONE 'UTC') - INTERVAL 1 HOUR)
      WHEN '7day' THEN date_trunc('day', (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY)
      ELSE date_trunc('hour', (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY)
    END
    AND timestamp < CASE $interval::VARCHAR
      WHEN '5min' THEN date_trunc('second', now() AT TIME ZONE 'UTC') + INTERVAL 1 SECOND
      WHEN '15min' THEN date_trunc('minute', now() AT TIME ZONE 'UTC') + INTERVAL 1 MINUTE
      WHEN '1hr' THEN date_trunc('minute', now() AT TIME ZONE 'UTC') + INTERVAL 1 MINUTE
      WHEN '7day' THEN date_trunc('day', now() AT TIME ZONE 'UTC') + INTERVAL 1 DAY
      ELSE date_trunc('hour', now() AT TIME ZONE 'UTC') + INTERVAL 1 HOUR
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
