/** The files of the page for operators fit the service. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../generator/config/config.ts';
import { quern } from '../../cli/cli-fixture.ts';

const page = readFileSync('docs/more-than-one.md', 'utf8');
const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const blockOf = (language: string, first = '') => {
  const found = blocks.find(one => one.language === language && one.text.startsWith(first));
  if (found === undefined) throw new Error(`the page has no block of ${language} ${first}`);
  return found.text;
};

/** The time that requests have after draining, and a little more. */
const GRACE_S = 10;

const config = readConfig(
  'quern.yaml',
  blockOf('yaml', '# quern.yaml'),
  { QUERN_SECRET: 'a secret of a test, of 32 characters and more' },
  () => {},
);
const leastS = (config?.service.drainMs ?? 0) / 1_000 + GRACE_S;

describe('the page "Run more than one"', () => {
  it('has settings that can be read', () => {
    expect(config?.service).toMatchObject({ drainMs: 10_000, shared: expect.any(String) });
  });

  it('gives systemd time, the user of the key file, and a command that is there', async () => {
    const unit = new Map(
      blockOf('ini')
        .split('\n')
        .filter(line => line.includes('='))
        .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(leastS);
    // only its owner reads the key file, and each last use is written beside it
    expect([unit.has('User'), unit.has('DynamicUser')]).toEqual([true, false]);
    const folder = dirname(join(unit.get('WorkingDirectory') ?? '', config?.service.keys ?? ''));
    expect(unit.get('ReadWritePaths')).toBe(folder);
    const [program = '', ...words] = (unit.get('ExecStart') ?? '').split(' ');
    expect(program).toMatch(/node_modules\/\.bin\/quern$/);
    // reads the flags, and stops before it serves
    const { exit, stdout } = await quern('.', [...words, '--help']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('--processes')]);
  });

  it('gives Compose time, and the store of the settings', () => {
    const { services } = parse(blockOf('yaml', '# compose.yaml'));
    expect(Number.parseInt(services.quern.stop_grace_period, 10)).toBeGreaterThan(leastS);
    expect(services.quern.environment).toContain('QUERN_SECRET');
    const { hostname } = new URL(config?.service.shared ?? '');
    expect(services.store.networks.default.aliases).toContain(hostname);
  });

  it('gives Kubernetes time, and probes that notice a replica that drains', () => {
    const { spec } = parse(blockOf('yaml', '# quern.deployment.yaml'));
    const pod = spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(leastS);
    const [{ readinessProbe: ready, livenessProbe: live, ports }] = pod.containers;
    expect([ready.httpGet, live.httpGet]).toEqual([
      { path: '/readyz', port: ports[0].containerPort },
      { path: '/healthz', port: ports[0].containerPort },
    ]);
    const noticedS = ready.periodSeconds * ready.failureThreshold;
    expect(noticedS).toBeLessThan((config?.service.drainMs ?? 0) / 1_000);
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    const volumes = pod.volumes.map(({ name }: { name: string }) => name);
    const [{ volumeMounts }] = pod.containers;
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
  });
});

describe('the page "What operators get"', () => {
  const rows = readFileSync('docs/operators.md', 'utf8').matchAll(/\| `(test\/\S+)`: (.+) \|$/gm);
  const named = [...rows].map(([, file = '', title = '']) => ({ file, title }));

  it('names a test for each row, which is there', () => {
    expect(named.length).toBeGreaterThan(20);
    const lost = named.filter(({ file, title }) => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return ![`'${title}'`, `'${title}: %s'`].some(one => text.includes(one));
    });
    expect(lost).toEqual([]);
  });

  it('names suites that run the service as its users do', () => {
    const files = [...new Set(named.map(({ file }) => file))];
    const others = files.filter(
      file => !/serve-process|\.\/project\.ts/.test(readFileSync(file, 'utf8')),
    );
    expect(others).toEqual([]);
  });
});
