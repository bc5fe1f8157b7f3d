// The words of the demo logs. Names and networks are made up or reserved for documentation.

/** Locations of callers, the most frequent first. */
export const places = [
  place(
    'US',
    'NA',
    'Ashburn',
    'IAD',
    'Virginia',
    'VA',
    '20147',
    'America/New_York',
    '39.0438',
    '-77.4874',
  ),
  place(
    'DE',
    'EU',
    'Berlin',
    'TXL',
    'Land Berlin',
    'BE',
    '10115',
    'Europe/Berlin',
    '52.5244',
    '13.4105',
  ),
  place(
    'IN',
    'AS',
    'Mumbai',
    'BOM',
    'Maharashtra',
    'MH',
    '400001',
    'Asia/Kolkata',
    '19.0728',
    '72.8826',
  ),
  place(
    'GB',
    'EU',
    'London',
    'LHR',
    'England',
    'ENG',
    'EC1A',
    'Europe/London',
    '51.5085',
    '-0.1257',
  ),
  place(
    'SG',
    'AS',
    'Singapore',
    'SIN',
    'Singapore',
    '01',
    '018956',
    'Asia/Singapore',
    '1.2897',
    '103.8501',
  ),
  place(
    'BR',
    'SA',
    'São Paulo',
    'GRU',
    'São Paulo',
    'SP',
    '01000',
    'America/Sao_Paulo',
    '-23.5475',
    '-46.6361',
  ),
  place(
    'FR',
    'EU',
    'Paris',
    'CDG',
    'Île-de-France',
    'IDF',
    '75001',
    'Europe/Paris',
    '48.8534',
    '2.3488',
  ),
  place(
    'US',
    'NA',
    'San Jose',
    'SJC',
    'California',
    'CA',
    '95113',
    'America/Los_Angeles',
    '37.3394',
    '-121.8950',
  ),
  place('JP', 'AS', 'Tokyo', 'NRT', 'Tokyo', '13', '100-0001', 'Asia/Tokyo', '35.6895', '139.6917'),
  place(
    'AU',
    'OC',
    'Sydney',
    'SYD',
    'New South Wales',
    'NSW',
    '2000',
    'Australia/Sydney',
    '-33.8678',
    '151.2073',
  ),
  place(
    'NL',
    'EU',
    'Amsterdam',
    'AMS',
    'North Holland',
    'NH',
    '1012',
    'Europe/Amsterdam',
    '52.3740',
    '4.8897',
  ),
  place('NG', 'AF', 'Lagos', 'LOS', 'Lagos', 'LA', '100001', 'Africa/Lagos', '6.4541', '3.3947'),
];

function place(
  country: string,
  continent: string,
  city: string,
  colo: string,
  region: string,
  regionCode: string,
  postalCode: string,
  timezone: string,
  latitude: string,
  longitude: string,
) {
  const isEU = ['DE', 'FR', 'NL'].includes(country) ? '1' : null;
  const network = `Example Telecom ${city}`;
  // From the private range (RFC 6996).
  const asn = 64_512 + ((city.charCodeAt(0) * 31 + city.charCodeAt(1)) % 1_023);
  return {
    country,
    continent,
    city,
    colo,
    region,
    regionCode,
    postalCode,
    timezone,
    latitude,
    longitude,
    isEU,
    network,
    asn,
  };
}

/** The user agents of callers. */
export const agents = [
  agent(chrome('Macintosh; Intel Mac OS X 10_15_7', '128.0.0.0'), '*/*', 'HTTP/3'),
  agent(chrome('Windows NT 10.0; Win64; x64', '127.0.0.0'), '*/*', 'HTTP/3'),
  agent(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    '*/*',
    'HTTP/3',
  ),
  agent(
    'Mozilla/5.0 (X11; Linux x86_64; rv:129.0) Gecko/20100101 Firefox/129.0',
    'application/json',
    'HTTP/2',
  ),
  agent('Dart/3.4 (dart:io)', 'application/json', 'HTTP/1.1'),
  agent('okhttp/4.12.0', 'application/json', 'HTTP/2'),
  agent('node', '*/*', 'HTTP/1.1'),
  agent('Deno/1.45.2', '*/*', 'HTTP/2'),
  agent('python-httpx/0.27.0', '*/*', 'HTTP/1.1'),
  agent('Go-http-client/2.0', null, 'HTTP/2'),
  agent('curl/8.7.1', '*/*', 'HTTP/2'),
  agent(null, '*/*', 'HTTP/1.1'),
];

function chrome(system: string, version: string): string {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  return `Mozilla/5.0 (${system}) ${engine} Chrome/${version} Safari/537.36`;
}

function agent(name: string | null, accept: string | null, protocol: string) {
  const tls = protocol === 'HTTP/1.1' ? 'TLSv1.2' : 'TLSv1.3';
  const cipher = tls === 'TLSv1.3' ? 'AEAD-AES128-GCM-SHA256' : 'ECDHE-RSA-AES128-GCM-SHA256';
  return {
    name,
    accept,
    protocol,
    tls,
    cipher,
    encoding: protocol === 'HTTP/1.1' ? 'gzip' : 'gzip, deflate, br',
  };
}

export const regions = ['aws-us-east-1', 'aws-eu-central-1', 'aws-ap-southeast-1', 'aws-sa-east-1'];

/** Tables of the projects' databases, the most requested first. */
export const tables = [
  'messages',
  'profiles',
  'orders',
  'products',
  'posts',
  'comments',
  'events',
  'notifications',
  'tasks',
  'subscriptions',
  'invoices',
  'teams',
  'memberships',
  'likes',
  'settings',
  'audit_trail',
  'rpc/search',
  'rpc/nearby',
];

export const storageBuckets = ['avatars', 'uploads', 'images', 'documents', 'exports'];

export const fileTypes = ['png', 'jpg', 'webp', 'pdf', 'json'];

export const functionNames = [
  'send-email',
  'checkout',
  'webhook',
  'resize-image',
  'generate-report',
  'chat',
  'sync-contacts',
  'verify-captcha',
  'push-notification',
  'embed',
  'translate',
  'export-csv',
  'import-feed',
  'heartbeat',
  'sitemap',
  'geocode',
  'invite-user',
  'refund',
  'moderate',
];
