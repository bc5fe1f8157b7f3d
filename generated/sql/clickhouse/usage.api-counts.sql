-- usage.api-counts, saved query for ClickHouse
WITH now64(6, 'UTC') AS now_time, buckets AS (
  SELECT
    CASE
      WHEN {interval:Nullable(String)} = 'hourly' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 3600000000, 'UTC')
      WHEN {interval:Nullable(String)} = 'daily' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 86400000000, 'UTC')
      WHEN {interval:Nullable(String)} = 'minutely' THEN fromUnixTimestamp64Micro(toUnixTimestamp64Micro(timestamp) - (toUnixTimestamp64Micro(timestamp) + 62135596800000000) % 60000000, 'UTC')
    END AS bucket,
    toInt64(countIf(position(metadata.request.path, '/rest') > 0)) AS total_rest_requests,
    toInt64(countIf(position(metadata.request.path, '/storage') > 0)) AS total_storage_requests,
    toInt64(countIf(position(metadata.request.path, '/auth') > 0)) AS total_auth_requests,
    toInt64(countIf(position(metadata.request.path, '/realtime') > 0)) AS total_realtime_requests
  FROM edge_logs
  WHERE isNotNull(nullIf({project:Nullable(String)}, ''))
    AND toInt64(lengthUTF8(nullIf({project:Nullable(String)}, ''))) <= 128
    AND {interval:Nullable(String)} IN ('hourly', 'daily', 'minutely')
    AND match(metadata.request.url, if(position(nullIf({project:Nullable(String)}, ''), '.') > 0, concat('(?-s)', nullIf({project:Nullable(String)}, '')), nullIf({project:Nullable(String)}, '')))
    AND timestamp >= CASE
      WHEN {interval:Nullable(String)} = 'hourly' THEN now_time - INTERVAL 1 HOUR
      WHEN {interval:Nullable(String)} = 'daily' THEN now_time - INTERVAL 7 DAY
      WHEN {interval:Nullable(String)} = 'minutely' THEN now_time - INTERVAL 1 HOUR
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
