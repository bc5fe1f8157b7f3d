/** The errors of a project's functions in the last day, an hour a line. */
import { createClient, QuernError } from '../../../generated/clients/typescript/client.js';
import {
  type FunctionsInvocationStatsRow,
  functionsInvocationStats,
} from '../../../generated/clients/typescript/endpoints/functionsInvocationStats.js';

const { SERVICE_URL = 'http://127.0.0.1:8383', API_KEY } = process.env;
const [project = 'abcdefghijklmnopqrst'] = process.argv.slice(2);

try {
  const client = createClient({ baseUrl: SERVICE_URL, apiKey: API_KEY, dates: 'Date' });
  const rows = await functionsInvocationStats(client, { project, interval: '1day' });
  process.stdout.write(`hour (UTC)          calls   errors\n${rows.map(line).join('')}`);
} catch (error) {
  if (!(error instanceof QuernError)) throw error;
  process.stderr.write(`${error.message} (${error.code})\n`);
  process.exitCode = 1;
}

function line({ timestamp, count, error_count }: FunctionsInvocationStatsRow<Date>): string {
  const hour = timestamp.toISOString().slice(0, 16).replace('T', ' ');
  return `${hour} ${String(count).padStart(8)} ${String(error_count).padStart(8)}\n`;
}
