SELECT id, timestamp
FROM edge_logs
WHERE project = @project
ORDER BY timestamp DESC, id
LIMIT @rows OFFSET @skip
