import { describe, expect, it } from 'vitest';
import { openEngine } from '../../cli/project/open-engine.ts';
import { SettingsError } from '../../engines/driver.ts';
import { DEFAULT_CONFIG, readConfig } from '../../generator/config/config.ts';
import { collector } from '../../generator/core/report/diagnostics.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { MANIFEST } from './server-fixture.ts';

const manifest = catalogue(MANIFEST);
const refusalOf = (config: typeof DEFAULT_CONFIG) =>
  openEngine(config, { manifest }).then(
    () => 'opened',
    (cause: unknown) =>
      cause instanceof SettingsError ? [cause.message, cause.hint] : String(cause),
  );
const configOf = (text: string) => {
  const config = readConfig('quern.yaml', text, {}, collector().report);
  if (config === null) throw new Error('the configuration is at fault');
  return config;
};

describe('the engine of a configuration is refused', () => {
  it('where its files are of no data set', async () => {
    const config = configOf('engines: { duckdb: { tables: { edge_log: logs/*.ndjson } } }');
    expect(await refusalOf(config)).toEqual([
      '`tables` has `edge_log`, and there is no such data set',
      expect.stringContaining('edge_logs'),
    ]);
  });

  it('where its settings lack a variable, and for no other engine', async () => {
    const text = `engines: { clickhouse: { password: '$\u007bNOWHERE}' } }`;
    const on = (engine: string) => configOf(`service: { engine: ${engine} }\n${text}`);
    expect(await refusalOf(on('clickhouse'))).toEqual([
      expect.stringContaining('NOWHERE'),
      'Set `NOWHERE`.',
    ]);
    const elsewhere = configOf(`service: { engine: duckdb }\n${text}`);
    expect(await refusalOf(elsewhere)).toMatch(/EngineFailure: the database .* does not exist/);
  });

  it('where there is no such engine', async () => {
    const service = { ...DEFAULT_CONFIG.service, engine: 'abacus' };
    expect(await refusalOf({ ...DEFAULT_CONFIG, service })).toEqual([
      'There is no engine `abacus`',
      expect.stringContaining('`duckdb`'),
    ]);
  });
});
