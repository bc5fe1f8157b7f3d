-- functions.invocation-stats, saved query for ClickHouse
WITH now64(6, 'UTC') AS now_time, buckets AS (
  SELECT
    CASE
      WHEN {interval:Nullable(String)} = '5min' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 1000000, 'UTC')
      WHEN {interval:Nullable(String)} = '15min' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 60000000, 'UTC')
      WHEN {interval:Nullable(String)} = '1hr' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 60000000, 'UTC')
      WHEN {interval:Nullable(String)} = '7day' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 86400000000, 'UTC')
      ELSE fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 3600000000, 'UTC')
    END AS bucket,
    minOrNull(metadata.execution_time_ms) AS min_execution_time,
    maxOrNull(metadata.execution_time_ms) AS max_execution_time,
    avgOrNull(metadata.execution_time_ms) AS avg_execution_time,
    quantileExactOrNull(0.95)(metadata.execution_time_ms) AS p95_execution_time,
    quantileExactOrNull(0.99)(metadata.execution_time_ms) AS p99_execution_time,
    toInt64(count()) AS count,
    toInt64(countIf(metadata.response.status_code >= 400)) AS error_count,
    toInt64(countIf(metadata.response.status_code BETWEEN 100 AND 199)) AS status_1xx,
    toInt64(countIf(metadata.response.status_code BETWEEN 200 AND 299)) AS status_2xx,
    toInt64(countIf(metadata.response.status_code BETWEEN 300 AND 399)) AS status_3xx,
    toInt64(countIf(metadata.response.status_code BETWEEN 400 AND 499)) AS status_4xx,
    toInt64(countIf(metadata.response.status_code BETWEEN 500 AND 599)) AS status_5xx
  FROM function_edge_logs
  WHERE isNotNull(nullIf({project:Nullable(String)}, ''))
    AND metadata.project_ref = nullIf({project:Nullable(String)}, '')
    AND (coalesce({function_id:Nullable(String)}, '') = '' OR metadata.function_id = nullIf({function_id:Nullable(String)}, ''))
    AND timestamp >= CASE
      WHEN {interval:Nullable(String)} = '5min' THEN toDateTime64(toStartOfSecond(now_time - INTERVAL 5 MINUTE), 6, 'UTC')
      WHEN {interval:Nullable(String)} = '15min' THEN toDateTime64(toStartOfMinute(now_time - INTERVAL 15 MINUTE), 6, 'UTC')
      WHEN {interval:Nullable(String)} = '1hr' THEN toDateTime64(toStartOfMinute(now_time - INTERVAL 1 HOUR), 6, 'UTC')
      WHEN {interval:Nullable(String)} = '7day' THEN toDateTime64(toStartOfDay(now_time - INTERVAL 7 DAY), 6, 'UTC')
      ELSE toDateTime64(toStartOfHour(now_time - INTERVAL 1 DAY), 6, 'UTC')
    END
    AND timestamp < CASE
      WHEN {interval:Nullable(String)} = '5min' THEN toDateTime64(toStartOfSecond(now_time), 6, 'UTC') + INTERVAL 1 SECOND
      WHEN {interval:Nullable(String)} = '15min' THEN toDateTime64(toStartOfMinute(now_time), 6, 'UTC') + INTERVAL 1 MINUTE
      WHEN {interval:Nullable(String)} = '1hr' THEN toDateTime64(toStartOfMinute(now_time), 6, 'UTC') + INTERVAL 1 MINUTE
      WHEN {interval:Nullable(String)} = '7day' THEN toDateTime64(toStartOfDay(now_time), 6, 'UTC') + INTERVAL 1 DAY
      ELSE toDateTime64(toStartOfHour(now_time), 6, 'UTC') + INTERVAL 1 HOUR
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
