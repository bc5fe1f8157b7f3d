/** Opens PostgreSQL by its settings, once the texts among them are checked. */
import { type Driver, SettingsError } from '../../driver.ts';
import type { PostgresSettings } from '../settings.ts';
import { openPostgres } from './driver.ts';
import { serversOf } from './servers.ts';

const MODES = ['off', 'on', 'unchecked'];

export default {
  prepare: (settings, { concurrency }) => {
    const { host, tls } = settings;
    for (const { port } of serversOf(host, settings.port))
      if (!/^[1-9][0-9]{0,4}$/.test(port) || Number(port) > 65_535)
        throw new SettingsError(
          `\`${port}\` is not the port of a server`,
          'Write a number such as `5432`.',
        );
    if (!MODES.includes(tls))
      throw new SettingsError(
        `\`tls\` is not \`${tls}\``,
        `Use one of ${MODES.map(mode => `\`${mode}\``).join(', ')}.`,
      );
    return () => openPostgres({ ...settings, concurrency });
  },
} satisfies Driver<PostgresSettings>;
