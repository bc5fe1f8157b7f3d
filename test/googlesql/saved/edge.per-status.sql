WITH entries AS (
  SELECT response.status_code AS status
  FROM edge_logs AS t, UNNEST(t.metadata) AS m, UNNEST(m.response) AS response
  WHERE t.project = @project
)
SELECT status, COUNT(e.status) AS count
FROM UNNEST(@statuses) AS status
LEFT JOIN entries AS e USING (status)
GROUP BY status
ORDER BY status
