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
  CAST(to_json({
    logflare_worker: {worker_id: entries.metadata.logflare_worker.worker_id},
    request: {
      cf: {
        asOrganization: entries.metadata.request.cf.asOrganization,
        asn: entries.metadata.request.cf.asn,
        botManagement: {
          corporateProxy: entries.metadata.request.cf.botManagement.corporateProxy,
          ja3Hash: entries.metadata.request.cf.botManagement.ja3Hash,
          score: entries.metadata.request.cf.botManagement.score,
          staticResource: entries.metadata.request.cf.botManagement.staticResource,
          verifiedBot: entries.metadata.request.cf.botManagement.verifiedBot
        },
        city: entries.metadata.request.cf.city,
        clientAcceptEncoding: entries.metadata.request.cf.clientAcceptEncoding,
        clientTrustScore: entries.metadata.request.cf.clientTrustScore,
        colo: entries.metadata.request.cf.colo,
        continent: entries.metadata.request.cf.continent,
        country: entries.metadata.request.cf.country,
        edgeRequestKeepAliveStatus: entries.metadata.request.cf.edgeRequestKeepAliveStatus,
        httpProtocol: entries.metadata.request.cf.httpProtocol,
        isEUCountry: entries.metadata.request.cf.isEUCountry,
        latitude: entries.metadata.request.cf.latitude,
        longitude: entries.metadata.request.cf.longitude,
        postalCode: entries.metadata.request.cf.postalCode,
        region: entries.metadata.request.cf.region,
        regionCode: entries.metadata.request.cf.regionCode,
        timezone: entries.metadata.request.cf.timezone,
        tlsCipher: entries.metadata.request.cf.tlsCipher,
        tlsClientAuth: {
          certPresented: entries.metadata.request.cf.tlsClientAuth.certPresented,
          certRevoked: entries.metadata.request.cf.tlsClientAuth.certRevoked,
          certVerified: entries.metadata.request.cf.tlsClientAuth.certVerified
        },
        tlsExportedAuthenticator: {
          clientFinished: entries.metadata.request.cf.tlsExportedAuthenticator.clientFinished,
          clientHandshake: entries.metadata.request.cf.tlsExportedAuthenticator.clientHandshake,
          serverFinished: entries.metadata.request.cf.tlsExportedAuthenticator.serverFinished,
          serverHandshake: entries.metadata.request.cf.tlsExportedAuthenticator.serverHandshake
        },
        tlsVersion: entries.metadata.request.cf.tlsVersion
      },
      headers: {
        accept: entries.metadata.request.headers.accept,
        cf_connecting_ip: entries.metadata.request.headers.cf_connecting_ip,
        cf_ipcountry: entries.metadata.request.headers.cf_ipcountry,
        cf_ray: entries.metadata.request.headers.cf_ray,
        host: entries.metadata.request.headers.host,
        referer: entries.metadata.request.headers.referer,
        user_agent: entries.metadata.request.headers.user_agent,
        x_forwarded_proto: entries.metadata.request.headers.x_forwarded_proto,
        x_real_ip: entries.metadata.request.headers.x_real_ip
      },
      host: entries.metadata.request.host,
      method: entries.metadata.request.method,
      path: entries.metadata.request.path,
      protocol: entries.metadata.request.protocol,
      search: entries.metadata.request.search,
      url: entries.metadata.request.url
    },
    response: {
      headers: {
        cf_cache_status: entries.metadata.response.headers.cf_cache_status,
        cf_ray: entries.metadata.response.headers.cf_ray,
        content_length: entries.metadata.response.headers.content_length,
        content_type: entries.metadata.response.headers.content_type,
        date: entries.metadata.response.headers.date,
        sb_gateway_mode: entries.metadata.response.headers.sb_gateway_mode,
        sb_gateway_version: entries.metadata.response.headers.sb_gateway_version
      },
      origin_time: entries.metadata.response.origin_time,
      status_code: entries.metadata.response.status_code
    }
  }) AS VARCHAR) AS metadata
FROM entries
ORDER BY timestamp DESC, id
