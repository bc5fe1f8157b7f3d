SELECT
  TIMESTAMP_TRUNC(timestamp, DAY, @zone) AS day,
  DATE(timestamp, @zone) AS local,
  EXTRACT(HOUR FROM timestamp AT TIME ZONE @zone) AS hour,
  FORMAT_TIMESTAMP('%H:%M', timestamp, @zone) AS clock,
  DATETIME(timestamp, @zone) AS wall,
  DATE_ADD(DATE(timestamp), INTERVAL @months MONTH) AS later,
  COUNT(*) AS requests
FROM edge_logs
WHERE project = @project
  AND timestamp >= TIMESTAMP_SUB(@now, INTERVAL @days DAY)
  AND DATE(timestamp) > DATE_SUB(DATE(TIMESTAMP_ADD(@now, INTERVAL @days HOUR)), INTERVAL @days WEEK)
  AND REGEXP_CONTAINS(event_message, @pattern)
GROUP BY day, local, hour, clock, wall, later
ORDER BY clock, wall
