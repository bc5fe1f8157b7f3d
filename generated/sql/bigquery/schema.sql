-- Tables of the data sets, for BigQuery

CREATE TABLE `cloudflare-logs-prod` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  project STRING,
  metadata ARRAY<STRUCT<
    logflare_worker ARRAY<STRUCT<
      worker_id STRING>>,
    request ARRAY<STRUCT<
      cf ARRAY<STRUCT<
        asOrganization STRING,
        asn INT64,
        botManagement ARRAY<STRUCT<
          corporateProxy BOOL,
          ja3Hash STRING,
          score INT64,
          staticResource BOOL,
          verifiedBot BOOL>>,
        city STRING,
        clientAcceptEncoding STRING,
        clientTrustScore INT64,
        colo STRING,
        continent STRING,
        country STRING,
        edgeRequestKeepAliveStatus INT64,
        httpProtocol STRING,
        isEUCountry STRING,
        latitude STRING,
        longitude STRING,
        postalCode STRING,
        region STRING,
        regionCode STRING,
        timezone STRING,
        tlsCipher STRING,
        tlsClientAuth ARRAY<STRUCT<
          certPresented STRING,
          certRevoked STRING,
          certVerified STRING>>,
        tlsExportedAuthenticator ARRAY<STRUCT<
          clientFinished STRING,
          clientHandshake STRING,
          serverFinished STRING,
          serverHandshake STRING>>,
        tlsVersion STRING>>,
      headers ARRAY<STRUCT<
        accept STRING,
        cf_connecting_ip STRING,
        cf_ipcountry STRING,
        cf_ray STRING,
        host STRING,
        referer STRING,
        user_agent STRING,
        x_forwarded_proto STRING,
        x_real_ip STRING>>,
      host STRING,
      method STRING,
      path STRING,
      protocol STRING,
      search STRING,
      url STRING>>,
    response ARRAY<STRUCT<
      headers ARRAY<STRUCT<
        cf_cache_status STRING,
        cf_ray STRING,
        content_length STRING,
        content_type STRING,
        date STRING,
        sb_gateway_mode STRING,
        sb_gateway_version STRING>>,
      origin_time INT64,
      status_code INT64>>>>
)
PARTITION BY DATE(timestamp)
CLUSTER BY project;

CREATE TABLE `postgres-logs` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  project STRING,
  metadata ARRAY<STRUCT<
    host STRING,
    parsed ARRAY<STRUCT<
      backend_type STRING,
      command_tag STRING,
      connection_from STRING,
      context STRING,
      database_name STRING,
      error_severity STRING,
      leader_pid INT64,
      process_id INT64,
      query_id INT64,
      session_id STRING,
      session_line_num INT64,
      session_start_time STRING,
      sql_state_code STRING,
      timestamp STRING,
      transaction_id INT64,
      user_name STRING,
      virtual_transaction_id STRING>>>>
)
PARTITION BY DATE(timestamp)
CLUSTER BY project;

CREATE TABLE `deno-relay-logs` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  metadata ARRAY<STRUCT<
    deployment_id STRING,
    execution_time_ms FLOAT64,
    function_id STRING,
    project_ref STRING,
    request ARRAY<STRUCT<
      headers ARRAY<STRUCT<
        accept STRING,
        accept_encoding STRING,
        content_length STRING,
        host STRING,
        user_agent STRING>>,
      host STRING,
      method STRING,
      pathname STRING,
      protocol STRING,
      search STRING,
      url STRING>>,
    response ARRAY<STRUCT<
      headers ARRAY<STRUCT<
        content_length STRING,
        content_type STRING,
        date STRING,
        server STRING,
        vary STRING>>,
      status_code INT64>>,
    version STRING>>
)
PARTITION BY DATE(timestamp);

CREATE TABLE `deno-subhosting-events` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  metadata ARRAY<STRUCT<
    deployment_id STRING,
    event_type STRING,
    execution_id STRING,
    function_id STRING,
    level STRING,
    project_ref STRING,
    region STRING,
    timestamp STRING,
    version STRING>>
)
PARTITION BY DATE(timestamp);

CREATE TABLE `gotrue-logs-prod` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  project STRING,
  metadata ARRAY<STRUCT<
    component STRING,
    host STRING,
    level STRING,
    method STRING,
    msg STRING,
    path STRING,
    remote_addr STRING,
    timestamp STRING,
    action STRING,
    args JSON,
    auth_event ARRAY<STRUCT<
      action STRING,
      actor_id STRING,
      actor_name STRING,
      actor_username STRING,
      actor_via_sso BOOL,
      log_type STRING,
      traits ARRAY<STRUCT<
        channel STRING,
        provider STRING,
        user_email STRING,
        user_id STRING,
        user_phone STRING>>>>,
    client_id STRING,
    duration STRING,
    error STRING,
    factor_id STRING,
    header STRING,
    instance_id STRING,
    issuer STRING,
    project STRING,
    metering BOOL,
    message STRING,
    login_method STRING,
    provider STRING,
    referer STRING,
    request_id STRING,
    source_type STRING,
    status STRING,
    time STRING,
    user_id STRING>>
)
PARTITION BY DATE(timestamp)
CLUSTER BY project;

CREATE TABLE `realtime-logs-prod` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  metadata ARRAY<STRUCT<
    context ARRAY<STRUCT<
      application STRING,
      domain JSON,
      file STRING,
      function STRING,
      gl STRING,
      line INT64,
      mfa JSON,
      module STRING,
      pid STRING,
      time INT64,
      vm ARRAY<STRUCT<
        node STRING>>>>,
    external_id STRING,
    level STRING,
    project STRING>>
)
PARTITION BY DATE(timestamp);

CREATE TABLE `storage-logs-prod-2` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  metadata ARRAY<STRUCT<
    context ARRAY<STRUCT<
      host STRING,
      pid INT64>>,
    level STRING,
    project STRING,
    reqId STRING,
    tenantId STRING>>
)
PARTITION BY DATE(timestamp);

CREATE TABLE `postgREST-logs-prod` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  project STRING,
  metadata ARRAY<STRUCT<
    host STRING>>
)
PARTITION BY DATE(timestamp)
CLUSTER BY project;

CREATE TABLE `pgbouncer-logs-prod` (
  id STRING NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message STRING,
  project STRING,
  metadata ARRAY<STRUCT<
    host STRING>>
)
PARTITION BY DATE(timestamp)
CLUSTER BY project;
