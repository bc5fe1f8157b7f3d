import {
  type Addressed,
  engineSettings,
  type ValuesOf,
} from '../../generator/settings/engine-settings.ts';
import {
  addresses,
  optionalSize,
  password,
  textSetting,
} from '../../generator/settings/setting.ts';

const PASSWORD = 'CLICKHOUSE_PASSWORD';

const settings = {
  url: addresses(
    'url',
    'The address of the server, such as `http://127.0.0.1:8123`; or a list of servers with the same tables, of which the next is asked if one fails.',
    'http://127.0.0.1:8123',
  ),
  database: textSetting('database', 'The database that the tables are in.', 'default'),
  username: textSetting('username', 'The user that statements run as.', 'default'),
  maximumBytes: optionalSize(
    'maximum_bytes',
    'How many bytes one statement may read, such as `10GiB`; the server stops a statement that reads more.',
  ),
  password: password("The user's password, from an environment variable."),
};
export type ClickHouseSettings = ValuesOf<typeof settings>;

export default engineSettings<ClickHouseSettings>({
  description: 'A ClickHouse server.',
  settings,
  concurrency: 16,
  address: {
    form: 'https://user:password@host:8443/database',
    example: 'https://reader@clickhouse.example.com:8443/shop',
    variable: PASSWORD,
    read,
  },
});

function read(address: URL): Addressed | null {
  const { protocol, origin, pathname, username, password: secret } = address;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const database = decodeURIComponent(pathname.replace(/^\/|\/$/g, ''));
  return {
    settings: {
      url: origin,
      database: database === '' ? 'default' : database,
      username: username === '' ? 'default' : decodeURIComponent(username),
    },
    secret: {
      key: 'password',
      variable: PASSWORD,
      value: secret === '' ? null : decodeURIComponent(secret),
    },
  };
}
