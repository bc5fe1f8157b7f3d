-- logs.all, saved query for ClickHouse; its 9 tables must all exist
WITH now64(6, 'UTC') AS now_time, postgres_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM postgres_logs
  WHERE project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), function_edge_logs AS (
  SELECT id, timestamp, event_message, metadata.project_ref AS project, metadata
  FROM function_edge_logs
  WHERE metadata.project_ref = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), function_logs AS (
  SELECT id, timestamp, event_message, metadata.project_ref AS project, metadata
  FROM function_logs
  WHERE metadata.project_ref = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), auth_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM auth_logs
  WHERE project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), realtime_logs AS (
  SELECT id, timestamp, event_message, metadata.project AS project, metadata
  FROM realtime_logs
  WHERE metadata.project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), storage_logs AS (
  SELECT id, timestamp, event_message, metadata.project AS project, metadata
  FROM storage_logs
  WHERE metadata.project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), postgrest_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM postgrest_logs
  WHERE project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
), pgbouncer_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM pgbouncer_logs
  WHERE project = nullIf({project:Nullable(String)}, '')
    AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
    AND timestamp > CASE
      WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
      WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
      WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
      ELSE now_time - INTERVAL 1 DAY
    END
)
SELECT
  id,
  timestamp,
  event_message,
  toJSONString(CAST(edge_logs.metadata AS Tuple(
    logflare_worker Tuple(worker_id Nullable(String)),
    request Tuple(
      cf Tuple(
        asOrganization Nullable(String),
        asn Nullable(Int64),
        botManagement Tuple(
          corporateProxy Nullable(Bool),
          ja3Hash Nullable(String),
          score Nullable(Int64),
          staticResource Nullable(Bool),
          verifiedBot Nullable(Bool)
        ),
        city Nullable(String),
        clientAcceptEncoding Nullable(String),
        clientTrustScore Nullable(Int64),
        colo Nullable(String),
        continent Nullable(String),
        country Nullable(String),
        edgeRequestKeepAliveStatus Nullable(Int64),
        httpProtocol Nullable(String),
        isEUCountry Nullable(String),
        latitude Nullable(String),
        longitude Nullable(String),
        postalCode Nullable(String),
        region Nullable(String),
        regionCode Nullable(String),
        timezone Nullable(String),
        tlsCipher Nullable(String),
        tlsClientAuth Tuple(
          certPresented Nullable(String),
          certRevoked Nullable(String),
          certVerified Nullable(String)
        ),
        tlsExportedAuthenticator Tuple(
          clientFinished Nullable(String),
          clientHandshake Nullable(String),
          serverFinished Nullable(String),
          serverHandshake Nullable(String)
        ),
        tlsVersion Nullable(String)
      ),
      headers Tuple(
        accept Nullable(String),
        cf_connecting_ip Nullable(String),
        cf_ipcountry Nullable(String),
        cf_ray Nullable(String),
        host Nullable(String),
        referer Nullable(String),
        user_agent Nullable(String),
        x_forwarded_proto Nullable(String),
        x_real_ip Nullable(String)
      ),
      host Nullable(String),
      method Nullable(String),
      path Nullable(String),
      protocol Nullable(String),
      search Nullable(String),
      url Nullable(String)
    ),
    response Tuple(
      headers Tuple(
        cf_cache_status Nullable(String),
        cf_ray Nullable(String),
        content_length Nullable(String),
        content_type Nullable(String),
        date Nullable(String),
        sb_gateway_mode Nullable(String),
        sb_gateway_version Nullable(String)
      ),
      origin_time Nullable(Int64),
      status_code Nullable(Int64)
    )
  ))) AS metadata
FROM edge_logs
WHERE isNotNull(nullIf({project:Nullable(String)}, ''))
  AND (isNull(nullIf({iso_timestamp_start:Nullable(String)}, '')) OR match({iso_timestamp_start:Nullable(String)}, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC') BETWEEN toDateTime64('1900-01-01 00:00:00.000000', 6, 'UTC') AND toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC'))
  AND (isNull(nullIf({iso_timestamp_end:Nullable(String)}, '')) OR match({iso_timestamp_end:Nullable(String)}, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC') BETWEEN toDateTime64('1900-01-01 00:00:00.000000', 6, 'UTC') AND toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC'))
  AND project = nullIf({project:Nullable(String)}, '')
  AND (coalesce({iso_timestamp_start:Nullable(String)}, '') = '' OR timestamp > parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_start:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
  AND (coalesce({iso_timestamp_end:Nullable(String)}, '') = '' OR timestamp <= parseDateTime64BestEffortOrNull(replaceRegexpOne({iso_timestamp_end:Nullable(String)}, '^(.{16})($|[Z+-])', '\\1:00\\2'), 6, 'UTC'))
  AND timestamp > CASE
    WHEN {project_tier:Nullable(String)} = 'PRO' THEN now_time - INTERVAL 7 DAY
    WHEN {project_tier:Nullable(String)} = 'PAYG' THEN now_time - INTERVAL 90 DAY
    WHEN {project_tier:Nullable(String)} = 'ENTERPRISE' THEN now_time - INTERVAL 90 DAY
    ELSE now_time - INTERVAL 1 DAY
  END
ORDER BY timestamp DESC, id
LIMIT 100
