-- usage.api-counts, saved query for DuckDB
WITH buckets AS (
  SELECT
    CASE $interval::VARCHAR
      WHEN 'hourly' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 3600000000)
      WHEN 'daily' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 86400000000)
      WHEN 'minutely' THEN make_timestamp(epoch_us(timestamp) - (epoch_us(timestamp) + 62135596800000000) % 60000000)
    END AS bucket,
    count(*) FILTER (contains(metadata.request.path, '/rest')) AS total_rest_requests,
    count(*) FILTER (contains(metadata.request.path, '/storage')) AS total_storage_requests,
    count(*) FILTER (contains(metadata.request.path, '/auth')) AS total_auth_requests,
    count(*) FILTER (contains(metadata.request.path, '/realtime')) AS total_realtime_requests
  FROM edge_logs
  WHERE nullif($project::VARCHAR, '') IS NOT NULL
    AND length(nullif($project::VARCHAR, '')) <= 128
    AND $interval::VARCHAR IN ('hourly', 'daily', 'minutely')
    AND regexp_matches(metadata.request.url, nullif($project::VARCHAR, ''))
    AND timestamp >= CASE $interval::VARCHAR
      WHEN 'hourly' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 1 HOUR
      WHEN 'daily' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'minutely' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 1 HOUR
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
