-- logs.all, saved query for DuckDB; its 9 tables must all exist
WITH postgres_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM postgres_logs
  WHERE project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), function_edge_logs AS (
  SELECT id, timestamp, event_message, metadata.project_ref AS project, metadata
  FROM function_edge_logs
  WHERE metadata.project_ref = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), function_logs AS (
  SELECT id, timestamp, event_message, metadata.project_ref AS project, metadata
  FROM function_logs
  WHERE metadata.project_ref = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), auth_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM auth_logs
  WHERE project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), realtime_logs AS (
  SELECT id, timestamp, event_message, metadata.project AS project, metadata
  FROM realtime_logs
  WHERE metadata.project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), storage_logs AS (
  SELECT id, timestamp, event_message, metadata.project AS project, metadata
  FROM storage_logs
  WHERE metadata.project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), postgrest_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM postgrest_logs
  WHERE project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), pgbouncer_logs AS (
  SELECT id, timestamp, event_message, project, metadata
  FROM pgbouncer_logs
  WHERE project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
), entries AS (
  SELECT *
  FROM edge_logs
  WHERE nullif($project::VARCHAR, '') IS NOT NULL
    AND (nullif($iso_timestamp_start::VARCHAR, '') IS NULL OR regexp_matches($iso_timestamp_start::VARCHAR, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND (TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC') BETWEEN TIMESTAMP '1900-01-01 00:00:00.000000' AND TIMESTAMP '2299-12-31 23:59:59.999999')
    AND (nullif($iso_timestamp_end::VARCHAR, '') IS NULL OR regexp_matches($iso_timestamp_end::VARCHAR, '^(?:(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?(?:Z|[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00))?)?)$') AND (TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC') BETWEEN TIMESTAMP '1900-01-01 00:00:00.000000' AND TIMESTAMP '2299-12-31 23:59:59.999999')
    AND project = nullif($project::VARCHAR, '')
    AND (coalesce($iso_timestamp_start::VARCHAR, '') = '' OR timestamp > TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_start::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND (coalesce($iso_timestamp_end::VARCHAR, '') = '' OR timestamp <= TRY_CAST(regexp_replace(regexp_replace(regexp_replace($iso_timestamp_end::VARCHAR, '^(.{10})$', '\1 00:00'), '^(.{16})($|[Z+-])', '\1:00\2'), '^(.{19}(?:\.[0-9]+)?)$', '\1Z') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')
    AND timestamp > CASE $project_tier::VARCHAR
      WHEN 'PRO' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 7 DAY
      WHEN 'PAYG' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      WHEN 'ENTERPRISE' THEN (now() AT TIME ZONE 'UTC') - INTERVAL 90 DAY
      ELSE (now() AT TIME ZONE 'UTC') - INTERVAL 1 DAY
    END
  ORDER BY timestamp DESC, id
  LIMIT 100
)
SELECT
  id,
  timestamp,
  event_message,
  CAST(to_json(CAST(entries.metadata AS STRUCT(
    logflare_worker STRUCT(worker_id VARCHAR),
    request STRUCT(
      cf STRUCT(
        asOrganization VARCHAR,
        asn BIGINT,
        botManagement STRUCT(
          corporateProxy BOOLEAN,
          ja3Hash VARCHAR,
          score BIGINT,
          staticResource BOOLEAN,
          verifiedBot BOOLEAN
        ),
        city VARCHAR,
        clientAcceptEncoding VARCHAR,
        clientTrustScore BIGINT,
        colo VARCHAR,
        continent VARCHAR,
        country VARCHAR,
        edgeRequestKeepAliveStatus BIGINT,
        httpProtocol VARCHAR,
        isEUCountry VARCHAR,
        latitude VARCHAR,
        longitude VARCHAR,
        postalCode VARCHAR,
        region VARCHAR,
        regionCode VARCHAR,
        timezone VARCHAR,
        tlsCipher VARCHAR,
        tlsClientAuth STRUCT(certPresented VARCHAR, certRevoked VARCHAR, certVerified VARCHAR),
        tlsExportedAuthenticator STRUCT(
          clientFinished VARCHAR,
          clientHandshake VARCHAR,
          serverFinished VARCHAR,
          serverHandshake VARCHAR
        ),
        tlsVersion VARCHAR
      ),
      headers STRUCT(
        accept VARCHAR,
        cf_connecting_ip VARCHAR,
        cf_ipcountry VARCHAR,
        cf_ray VARCHAR,
        host VARCHAR,
        referer VARCHAR,
        user_agent VARCHAR,
        x_forwarded_proto VARCHAR,
        x_real_ip VARCHAR
      ),
      host VARCHAR,
      method VARCHAR,
      path VARCHAR,
      protocol VARCHAR,
      search VARCHAR,
      url VARCHAR
    ),
    response STRUCT(
      headers STRUCT(
        cf_cache_status VARCHAR,
        cf_ray VARCHAR,
        content_length VARCHAR,
        content_type VARCHAR,
        date VARCHAR,
        sb_gateway_mode VARCHAR,
        sb_gateway_version VARCHAR
      ),
      origin_time BIGINT,
      status_code BIGINT
    )
  ))) AS VARCHAR) AS metadata
FROM entries
ORDER BY timestamp DESC, id
