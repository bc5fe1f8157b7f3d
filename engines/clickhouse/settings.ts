import { engineSettings, type ValuesOf } from '../../generator/settings/engine-settings.ts';
import { address, password, text } from '../../generator/settings/setting.ts';

const settings = {
  url: address(
    'url',
    'The address of the server, such as `http://127.0.0.1:8123`.',
    'http://127.0.0.1:8123',
  ),
  database: text('database', 'The database that the tables are in.', 'default'),
  username: text('username', 'The user that statements run as.', 'default'),
  password: password("The user's password, from a variable."),
};
export type ClickHouseSettings = ValuesOf<typeof settings>;

export default engineSettings<ClickHouseSettings>({
  description: 'A ClickHouse server.',
  settings,
  concurrency: 16,
});
