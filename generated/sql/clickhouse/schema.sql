-- Tables of the data sets, for ClickHouse

CREATE TABLE edge_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  project Nullable(String),
  metadata Tuple(
    logflare_worker Tuple(
      worker_id Nullable(String)),
    request Tuple(
      cf Tuple(
        asOrganization Nullable(String),
        asn Nullable(Int64),
        botManagement Tuple(
          corporateProxy Nullable(Bool),
          ja3Hash Nullable(String),
          score Nullable(Int64),
          staticResource Nullable(Bool),
          verifiedBot Nullable(Bool)),
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
          certVerified Nullable(String)),
        tlsExportedAuthenticator Tuple(
          clientFinished Nullable(String),
          clientHandshake Nullable(String),
          serverFinished Nullable(String),
          serverHandshake Nullable(String)),
        tlsVersion Nullable(String)),
      headers Tuple(
        accept Nullable(String),
        cf_connecting_ip Nullable(String),
        cf_ipcountry Nullable(String),
        cf_ray Nullable(String),
        host Nullable(String),
        referer Nullable(String),
        user_agent Nullable(String),
        x_forwarded_proto Nullable(String),
        x_real_ip Nullable(String)),
      host Nullable(String),
      method Nullable(String),
      path Nullable(String),
      protocol Nullable(String),
      search Nullable(String),
      url Nullable(String)),
    response Tuple(
      headers Tuple(
        cf_cache_status Nullable(String),
        cf_ray Nullable(String),
        content_length Nullable(String),
        content_type Nullable(String),
        date Nullable(String),
        sb_gateway_mode Nullable(String),
        sb_gateway_version Nullable(String)),
      origin_time Nullable(Int64),
      status_code Nullable(Int64)))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (project, timestamp)
SETTINGS allow_nullable_key = 1;

CREATE TABLE postgres_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  project Nullable(String),
  metadata Tuple(
    host Nullable(String),
    parsed Tuple(
      backend_type Nullable(String),
      command_tag Nullable(String),
      connection_from Nullable(String),
      context Nullable(String),
      database_name Nullable(String),
      error_severity Nullable(String),
      leader_pid Nullable(Int64),
      process_id Nullable(Int64),
      query_id Nullable(Int64),
      session_id Nullable(String),
      session_line_num Nullable(Int64),
      session_start_time Nullable(String),
      sql_state_code Nullable(String),
      timestamp Nullable(String),
      transaction_id Nullable(Int64),
      user_name Nullable(String),
      virtual_transaction_id Nullable(String)))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (project, timestamp)
SETTINGS allow_nullable_key = 1;

CREATE TABLE function_edge_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  metadata Tuple(
    deployment_id Nullable(String),
    execution_time_ms Nullable(Float64),
    function_id Nullable(String),
    project_ref Nullable(String),
    request Tuple(
      headers Tuple(
        accept Nullable(String),
        accept_encoding Nullable(String),
        content_length Nullable(String),
        host Nullable(String),
        user_agent Nullable(String)),
      host Nullable(String),
      method Nullable(String),
      pathname Nullable(String),
      protocol Nullable(String),
      search Nullable(String),
      url Nullable(String)),
    response Tuple(
      headers Tuple(
        content_length Nullable(String),
        content_type Nullable(String),
        date Nullable(String),
        server Nullable(String),
        vary Nullable(String)),
      status_code Nullable(Int64)),
    version Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (timestamp);

CREATE TABLE function_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  metadata Tuple(
    deployment_id Nullable(String),
    event_type Nullable(String),
    execution_id Nullable(String),
    function_id Nullable(String),
    level Nullable(String),
    project_ref Nullable(String),
    region Nullable(String),
    timestamp Nullable(String),
    version Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (timestamp);

CREATE TABLE auth_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  project Nullable(String),
  metadata Tuple(
    component Nullable(String),
    host Nullable(String),
    level Nullable(String),
    method Nullable(String),
    msg Nullable(String),
    path Nullable(String),
    remote_addr Nullable(String),
    timestamp Nullable(String),
    action Nullable(String),
    args Nullable(String),
    auth_event Tuple(
      action Nullable(String),
      actor_id Nullable(String),
      actor_name Nullable(String),
      actor_username Nullable(String),
      actor_via_sso Nullable(Bool),
      log_type Nullable(String),
      traits Tuple(
        channel Nullable(String),
        provider Nullable(String),
        user_email Nullable(String),
        user_id Nullable(String),
        user_phone Nullable(String))),
    client_id Nullable(String),
    duration Nullable(String),
    error Nullable(String),
    factor_id Nullable(String),
    header Nullable(String),
    instance_id Nullable(String),
    issuer Nullable(String),
    project Nullable(String),
    metering Nullable(Bool),
    message Nullable(String),
    login_method Nullable(String),
    provider Nullable(String),
    referer Nullable(String),
    request_id Nullable(String),
    source_type Nullable(String),
    status Nullable(String),
    time Nullable(String),
    user_id Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (project, timestamp)
SETTINGS allow_nullable_key = 1;

CREATE TABLE realtime_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  metadata Tuple(
    context Tuple(
      application Nullable(String),
      domain Nullable(String),
      file Nullable(String),
      function Nullable(String),
      gl Nullable(String),
      line Nullable(Int64),
      mfa Nullable(String),
      module Nullable(String),
      pid Nullable(String),
      time Nullable(Int64),
      vm Tuple(
        node Nullable(String))),
    external_id Nullable(String),
    level Nullable(String),
    project Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (timestamp);

CREATE TABLE storage_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  metadata Tuple(
    context Tuple(
      host Nullable(String),
      pid Nullable(Int64)),
    level Nullable(String),
    project Nullable(String),
    reqId Nullable(String),
    tenantId Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (timestamp);

CREATE TABLE postgrest_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  project Nullable(String),
  metadata Tuple(
    host Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (project, timestamp)
SETTINGS allow_nullable_key = 1;

CREATE TABLE pgbouncer_logs (
  id String,
  timestamp DateTime64(6, 'UTC'),
  event_message Nullable(String),
  project Nullable(String),
  metadata Tuple(
    host Nullable(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(timestamp)
ORDER BY (project, timestamp)
SETTINGS allow_nullable_key = 1;
