-- logs.all, saved query for BigQuery; its 9 tables must all exist
WITH postgres_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM `postgres-logs` AS postgres_logs
  WHERE project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), function_edge_logs AS (
  SELECT
    id,
    timestamp,
    event_message,
    metadata[SAFE_OFFSET(0)].project_ref AS project,
    metadata
  FROM `deno-relay-logs` AS function_edge_logs
  WHERE metadata[SAFE_OFFSET(0)].project_ref = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), function_logs AS (
  SELECT
    id,
    timestamp,
    event_message,
    metadata[SAFE_OFFSET(0)].project_ref AS project,
    metadata
  FROM `deno-subhosting-events` AS function_logs
  WHERE metadata[SAFE_OFFSET(0)].project_ref = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), auth_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM `gotrue-logs-prod` AS auth_logs
  WHERE project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), realtime_logs AS (
  SELECT
    id,
    timestamp,
    event_message,
    metadata[SAFE_OFFSET(0)].project AS project,
    metadata
  FROM `realtime-logs-prod` AS realtime_logs
  WHERE metadata[SAFE_OFFSET(0)].project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), storage_logs AS (
  SELECT
    id,
    timestamp,
    event_message,
    metadata[SAFE_OFFSET(0)].project AS project,
    metadata
  FROM `storage-logs-prod-2` AS storage_logs
  WHERE metadata[SAFE_OFFSET(0)].project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), postgrest_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM `postgREST-logs-prod` AS postgrest_logs
  WHERE project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), pgbouncer_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM `pgbouncer-logs-prod` AS pgbouncer_logs
  WHERE project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
), entries AS (
  SELECT *
  FROM `cloudflare-logs-prod` AS edge_logs
  WHERE NULLIF(@project, '') IS NOT NULL
    AND (NULLIF(@iso_timestamp_start, '') IS NULL OR REGEXP_CONTAINS(@iso_timestamp_start, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP) BETWEEN TIMESTAMP '1900-01-01 00:00:00.000000+00' AND TIMESTAMP '2299-12-31 23:59:59.999999+00')
    AND (NULLIF(@iso_timestamp_end, '') IS NULL OR REGEXP_CONTAINS(@iso_timestamp_end, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP) BETWEEN TIMESTAMP '1900-01-01 00:00:00.000000+00' AND TIMESTAMP '2299-12-31 23:59:59.999999+00')
    AND project = NULLIF(@project, '')
    AND (COALESCE(@iso_timestamp_start, '') = '' OR timestamp > SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_start, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND (COALESCE(@iso_timestamp_end, '') = '' OR timestamp <= SAFE_CAST(REGEXP_REPLACE(@iso_timestamp_end, '^(.{16})($|[Z+-])', '\\1:00\\2') AS TIMESTAMP))
    AND timestamp > CASE @project_tier
      WHEN 'PRO' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
      WHEN 'PAYG' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      WHEN 'ENTERPRISE' THEN TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 90 DAY)
      ELSE TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    END
  ORDER BY timestamp DESC, id
  LIMIT 100
)
SELECT
  id,
  timestamp,
  event_message,
  TO_JSON_STRING(STRUCT(
    STRUCT(
      entries.metadata[SAFE_OFFSET(0)].logflare_worker[SAFE_OFFSET(0)].worker_id AS worker_id
    ) AS logflare_worker,
    STRUCT(
      STRUCT(
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].asOrganization AS asOrganization,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].asn AS asn,
        STRUCT(
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].botManagement[SAFE_OFFSET(0)].corporateProxy AS corporateProxy,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].botManagement[SAFE_OFFSET(0)].ja3Hash AS ja3Hash,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].botManagement[SAFE_OFFSET(0)].score AS score,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].botManagement[SAFE_OFFSET(0)].staticResource AS staticResource,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].botManagement[SAFE_OFFSET(0)].verifiedBot AS verifiedBot
        ) AS botManagement,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].city AS city,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].clientAcceptEncoding AS clientAcceptEncoding,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].clientTrustScore AS clientTrustScore,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].colo AS colo,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].continent AS continent,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].country AS country,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].edgeRequestKeepAliveStatus AS edgeRequestKeepAliveStatus,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].httpProtocol AS httpProtocol,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].isEUCountry AS isEUCountry,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].latitude AS latitude,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].longitude AS longitude,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].postalCode AS postalCode,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].region AS region,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].regionCode AS regionCode,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].timezone AS timezone,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsCipher AS tlsCipher,
        STRUCT(
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsClientAuth[SAFE_OFFSET(0)].certPresented AS certPresented,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsClientAuth[SAFE_OFFSET(0)].certRevoked AS certRevoked,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsClientAuth[SAFE_OFFSET(0)].certVerified AS certVerified
        ) AS tlsClientAuth,
        STRUCT(
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsExportedAuthenticator[SAFE_OFFSET(0)].clientFinished AS clientFinished,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsExportedAuthenticator[SAFE_OFFSET(0)].clientHandshake AS clientHandshake,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsExportedAuthenticator[SAFE_OFFSET(0)].serverFinished AS serverFinished,
          entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsExportedAuthenticator[SAFE_OFFSET(0)].serverHandshake AS serverHandshake
        ) AS tlsExportedAuthenticator,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].cf[SAFE_OFFSET(0)].tlsVersion AS tlsVersion
      ) AS cf,
      STRUCT(
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].accept AS accept,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].cf_connecting_ip AS cf_connecting_ip,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].cf_ipcountry AS cf_ipcountry,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].cf_ray AS cf_ray,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].host AS host,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].referer AS referer,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].user_agent AS user_agent,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].x_forwarded_proto AS x_forwarded_proto,
        entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].x_real_ip AS x_real_ip
      ) AS headers,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].host AS host,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].method AS method,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].path AS path,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].protocol AS protocol,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].search AS search,
      entries.metadata[SAFE_OFFSET(0)].request[SAFE_OFFSET(0)].url AS url
    ) AS request,
    STRUCT(
      STRUCT(
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].cf_cache_status AS cf_cache_status,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].cf_ray AS cf_ray,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].content_length AS content_length,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].content_type AS content_type,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].date AS date,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].sb_gateway_mode AS sb_gateway_mode,
        entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].headers[SAFE_OFFSET(0)].sb_gateway_version AS sb_gateway_version
      ) AS headers,
      entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].origin_time AS origin_time,
      entries.metadata[SAFE_OFFSET(0)].response[SAFE_OFFSET(0)].status_code AS status_code
    ) AS response
  )) AS metadata
FROM entries
ORDER BY timestamp DESC, id
