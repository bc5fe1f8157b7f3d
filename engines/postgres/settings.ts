import {
  type Addressed,
  engineSettings,
  type ValuesOf,
} from '../../generator/settings/engine-settings.ts';
import { password, textSetting, texts } from '../../generator/settings/setting.ts';

const PASSWORD = 'POSTGRES_PASSWORD';

const settings = {
  host: texts(
    'host',
    'The host of the server, such as `db.example.com` or `db.example.com:5433`, or the folder of its socket; or a list of servers with the same tables, of which the next is asked if one fails.',
    '127.0.0.1',
  ),
  port: textSetting('port', 'The port of a server without one behind its host.', '5432'),
  database: textSetting('database', 'The database that the tables are in.', 'postgres'),
  username: textSetting(
    'username',
    'The user that statements run as. Give it SELECT and nothing else.',
    'postgres',
  ),
  password: password("The user's password, from an environment variable."),
  tls: textSetting(
    'tls',
    '`off`; `on`, which checks the certificate of the server; or `unchecked`, which does not.',
    'off',
  ),
};
export type PostgresSettings = ValuesOf<typeof settings>;

export default engineSettings<PostgresSettings>({
  description: 'A PostgreSQL server, version 15 or later.',
  settings,
  concurrency: 8,
  address: {
    form: 'postgres://user:password@host:5432/database',
    example: 'postgres://reader@db.example.com/shop',
    variable: PASSWORD,
    read,
  },
});

function read(address: URL): Addressed | null {
  const { protocol, hostname, port, pathname, username, password: secret, searchParams } = address;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return null;
  const database = decodeURIComponent(pathname.replace(/^\//, ''));
  const user = decodeURIComponent(username);
  return {
    settings: {
      host: hostname === '' ? '127.0.0.1' : decodeURIComponent(hostname),
      ...(port === '' ? {} : { port }),
      database: database === '' ? user || 'postgres' : database,
      ...(user === '' ? {} : { username: user }),
      ...TLS[searchParams.get('sslmode') ?? ''],
    },
    secret: {
      key: 'password',
      variable: PASSWORD,
      value: secret === '' ? null : decodeURIComponent(secret),
    },
  };
}

/** By the modes of libpq. */
const TLS: Readonly<Record<string, { readonly tls: string } | undefined>> = {
  require: { tls: 'unchecked' },
  'verify-ca': { tls: 'on' },
  'verify-full': { tls: 'on' },
};
