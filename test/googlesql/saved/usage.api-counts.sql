SELECT
  CASE @interval
    WHEN 'hourly' THEN TIMESTAMP_TRUNC(t.timestamp, HOUR)
    WHEN 'daily' THEN TIMESTAMP_TRUNC(t.timestamp, DAY)
    ELSE TIMESTAMP_TRUNC(t.timestamp, MINUTE)
  END AS timestamp,
  COUNTIF(REGEXP_CONTAINS(request.path, '/rest')) AS total_rest_requests,
  COUNTIF(REGEXP_CONTAINS(request.path, '/storage')) AS total_storage_requests,
  COUNTIF(REGEXP_CONTAINS(request.path, '/auth')) AS total_auth_requests,
  COUNTIF(REGEXP_CONTAINS(request.path, '/realtime')) AS total_realtime_requests
FROM edge_logs AS t
CROSS JOIN UNNEST(t.metadata) AS m
CROSS JOIN UNNEST(m.request) AS request
WHERE STARTS_WITH(request.url, CONCAT('https://', @project))
  AND t.timestamp >= CASE @interval
    WHEN 'daily' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
    ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)
  END
GROUP BY 1
ORDER BY 1
