SELECT t.id, t.timestamp, request.method, response.status_code
FROM edge_logs AS t, UNNEST(t.metadata) AS m, UNNEST(m.request) AS request, UNNEST(m.response) AS response
WHERE t.project = @project
  AND (ARRAY_LENGTH(@statuses) = 0 OR response.status_code IN UNNEST(@statuses))
  AND request.method NOT IN UNNEST(@without)
ORDER BY t.timestamp DESC, t.id
LIMIT 50
