-- Tables of the data sets, for DuckDB

CREATE TABLE edge_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  project VARCHAR,
  metadata STRUCT(
    logflare_worker STRUCT(
      worker_id VARCHAR),
    request STRUCT(
      cf STRUCT(
        asOrganization VARCHAR,
        asn BIGINT,
        botManagement STRUCT(
          corporateProxy BOOLEAN,
          ja3Hash VARCHAR,
          score BIGINT,
          staticResource BOOLEAN,
          verifiedBot BOOLEAN),
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
        tlsClientAuth STRUCT(
          certPresented VARCHAR,
          certRevoked VARCHAR,
          certVerified VARCHAR),
        tlsExportedAuthenticator STRUCT(
          clientFinished VARCHAR,
          clientHandshake VARCHAR,
          serverFinished VARCHAR,
          serverHandshake VARCHAR),
        tlsVersion VARCHAR),
      headers STRUCT(
        accept VARCHAR,
        cf_connecting_ip VARCHAR,
        cf_ipcountry VARCHAR,
        cf_ray VARCHAR,
        host VARCHAR,
        referer VARCHAR,
        user_agent VARCHAR,
        x_forwarded_proto VARCHAR,
        x_real_ip VARCHAR),
      host VARCHAR,
      method VARCHAR,
      path VARCHAR,
      protocol VARCHAR,
      search VARCHAR,
      url VARCHAR),
    response STRUCT(
      headers STRUCT(
        cf_cache_status VARCHAR,
        cf_ray VARCHAR,
        content_length VARCHAR,
        content_type VARCHAR,
        date VARCHAR,
        sb_gateway_mode VARCHAR,
        sb_gateway_version VARCHAR),
      origin_time BIGINT,
      status_code BIGINT))
);

CREATE TABLE postgres_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  project VARCHAR,
  metadata STRUCT(
    host VARCHAR,
    parsed STRUCT(
      backend_type VARCHAR,
      command_tag VARCHAR,
      connection_from VARCHAR,
      context VARCHAR,
      database_name VARCHAR,
      error_severity VARCHAR,
      leader_pid BIGINT,
      process_id BIGINT,
      query_id BIGINT,
      session_id VARCHAR,
      session_line_num BIGINT,
      session_start_time VARCHAR,
      sql_state_code VARCHAR,
      timestamp VARCHAR,
      transaction_id BIGINT,
      user_name VARCHAR,
      virtual_transaction_id VARCHAR))
);

CREATE TABLE function_edge_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  metadata STRUCT(
    deployment_id VARCHAR,
    execution_time_ms DOUBLE,
    function_id VARCHAR,
    project_ref VARCHAR,
    request STRUCT(
      headers STRUCT(
        accept VARCHAR,
        accept_encoding VARCHAR,
        content_length VARCHAR,
        host VARCHAR,
        user_agent VARCHAR),
      host VARCHAR,
      method VARCHAR,
      pathname VARCHAR,
      protocol VARCHAR,
      search VARCHAR,
      url VARCHAR),
    response STRUCT(
      headers STRUCT(
        content_length VARCHAR,
        content_type VARCHAR,
        date VARCHAR,
        server VARCHAR,
        vary VARCHAR),
      status_code BIGINT),
    version VARCHAR)
);

CREATE TABLE function_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  metadata STRUCT(
    deployment_id VARCHAR,
    event_type VARCHAR,
    execution_id VARCHAR,
    function_id VARCHAR,
    level VARCHAR,
    project_ref VARCHAR,
    region VARCHAR,
    timestamp VARCHAR,
    version VARCHAR)
);

CREATE TABLE auth_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  project VARCHAR,
  metadata STRUCT(
    component VARCHAR,
    host VARCHAR,
    level VARCHAR,
    method VARCHAR,
    msg VARCHAR,
    path VARCHAR,
    remote_addr VARCHAR,
    timestamp VARCHAR,
    action VARCHAR,
    args JSON,
    auth_event STRUCT(
      action VARCHAR,
      actor_id VARCHAR,
      actor_name VARCHAR,
      actor_username VARCHAR,
      actor_via_sso BOOLEAN,
      log_type VARCHAR,
      traits STRUCT(
        channel VARCHAR,
        provider VARCHAR,
        user_email VARCHAR,
        user_id VARCHAR,
        user_phone VARCHAR)),
    client_id VARCHAR,
    duration VARCHAR,
    error VARCHAR,
    factor_id VARCHAR,
    header VARCHAR,
    instance_id VARCHAR,
    issuer VARCHAR,
    project VARCHAR,
    metering BOOLEAN,
    message VARCHAR,
    login_method VARCHAR,
    provider VARCHAR,
    referer VARCHAR,
    request_id VARCHAR,
    source_type VARCHAR,
    status VARCHAR,
    time VARCHAR,
    user_id VARCHAR)
);

CREATE TABLE realtime_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  metadata STRUCT(
    context STRUCT(
      application VARCHAR,
      domain JSON,
      file VARCHAR,
      function VARCHAR,
      gl VARCHAR,
      line BIGINT,
      mfa JSON,
      module VARCHAR,
      pid VARCHAR,
      time BIGINT,
      vm STRUCT(
        node VARCHAR)),
    external_id VARCHAR,
    level VARCHAR,
    project VARCHAR)
);

CREATE TABLE storage_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  metadata STRUCT(
    context STRUCT(
      host VARCHAR,
      pid BIGINT),
    level VARCHAR,
    project VARCHAR,
    reqId VARCHAR,
    tenantId VARCHAR)
);

CREATE TABLE postgrest_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  project VARCHAR,
  metadata STRUCT(
    host VARCHAR)
);

CREATE TABLE pgbouncer_logs (
  id VARCHAR NOT NULL,
  timestamp TIMESTAMP NOT NULL,
  event_message VARCHAR,
  project VARCHAR,
  metadata STRUCT(
    host VARCHAR)
);
