WITH edge AS (
  SELECT t.id, t.timestamp, t.event_message, t.project
  FROM edge_logs AS t
  WHERE t.project = @project
    AND (@iso_timestamp_start IS NULL OR t.timestamp > @iso_timestamp_start)
    AND (@iso_timestamp_end IS NULL OR t.timestamp <= @iso_timestamp_end)
    AND t.timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
  ORDER BY t.timestamp DESC
), postgres AS (
  SELECT t.id, t.timestamp, t.event_message FROM postgres_logs AS t WHERE t.project = @project
), realtime AS (
  SELECT t.id, t.timestamp, t.event_message
  FROM realtime_logs AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE m.project = @project
)
SELECT id, timestamp, event_message FROM edge LIMIT 100
