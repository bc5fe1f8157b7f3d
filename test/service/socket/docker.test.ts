/** What a linter would find in the container's files, and whether they fit the program that they start. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_CONFIG } from '../../../generator/config/config.ts';
import { quern } from '../../cli/cli-fixture.ts';

const DEFAULT_PORT = '8383';
/** The release of Node with long support. */
const LONG_SUPPORT = 24;

interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
  /** All behind the name. */
  readonly rest: string;
}

/** The instructions of each stage, the FROM first. */
function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines.filter(written => written.trim() !== '')) {
    const [name = '', ...words] = line.trim().split(/\s+/);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, words, rest: line.trim().slice(name.length).trim() });
  }
  return stages;
}

const stages = stagesOf(readFileSync('Dockerfile', 'utf8'));
const all = stages.flat();
const final = stages.at(-1) ?? [];
const named = (name: string, from = final) => from.filter(instruction => instruction.name === name);
const pack = JSON.parse(readFileSync('package.json', 'utf8'));
const execForm = (name: string): string[] => JSON.parse(named(name)[0]?.rest ?? 'null');

describe('Dockerfile', () => {
  test('consists of instructions that are known', () => {
    const known = 'FROM WORKDIR COPY RUN ENV USER EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' ');
    expect(stages).toHaveLength(3);
    expect(all.map(({ name }) => name).filter(name => !known.includes(name))).toEqual([]);
  });

  test('stands on one pinned image, whose Node is one with long support that the package allows', () => {
    const images = new Set(named('FROM', all).map(({ words: [image] }) => image));
    expect([...images]).toEqual([`node:${LONG_SUPPORT}-bookworm-slim`]);
    const [, oldest] = /^>=(\d+)\./.exec(pack.engines.node) ?? [];
    expect(LONG_SUPPORT).toBeGreaterThanOrEqual(Number(oldest));
  });

  test('copies what is there and what .dockerignore lets through', () => {
    const [everything, ...allowed] = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'));
    expect(everything).toBe('*');
    const copied = named('COPY', all)
      .filter(({ words }) => !words[0]?.startsWith('--from='))
      .flatMap(({ words }) => words.slice(0, -1));
    expect(copied.filter(path => !existsSync(path))).toEqual([]);
    expect(new Set(allowed)).toEqual(new Set(copied.map(path => `!${path}`)));
  });

  test('compiles all that the build of the package does', () => {
    const [build = []] = stages.filter(([from]) => from?.words[2] === 'build');
    const copied = named('COPY', build).flatMap(({ words }) => words.slice(0, -1));
    const { include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'));
    expect(copied).toEqual(expect.arrayContaining(['build.mjs', ...include]));
    // the pages that it builds are served from beside the code
    expect(copied).toEqual(expect.arrayContaining(['explorer', 'templates']));
    expect(named('COPY').map(({ rest }) => rest)).toContain(
      '--from=build /build/templates templates',
    );
  });

  test('copies from stages that are there', () => {
    const names = named('FROM', all).map(({ words }) => words[2]);
    const used = all.flatMap(({ rest }) =>
      [...rest.matchAll(/--from=(\S+)/g)].map(found => found[1]),
    );
    expect(used[0]).toBe('dependencies');
    expect(names.slice(0, -1).toSorted()).toEqual([...new Set(used)].toSorted());
  });

  test('holds all that the package ships, and no packages for development or tests', () => {
    const copied = named('COPY').map(({ words }) => words.at(-1));
    const isCopied = (path: string) =>
      copied.some(folder => path === folder || path.startsWith(`${folder}/`));
    expect([...pack.files, 'node_modules'].filter(path => !isCopied(path))).toEqual([]);
    const [dependencies = []] = stages.filter(([from]) => from?.words[2] === 'dependencies');
    const installs = named('RUN', dependencies).map(({ rest }) => rest);
    expect(installs[0]).toContain('npm ci --omit=dev --ignore-scripts');
    expect(installs[1]).toContain('npm pkg delete devDependencies peerDependencies.chdb');
    // A package's own scripts run with the rights of the user who builds.
    const all = named('RUN', stages.flat()).filter(({ rest }) => /npm (ci|install)/.test(rest));
    expect(all.filter(({ rest }) => !rest.includes('--ignore-scripts'))).toEqual([]);
  });

  test('runs as a user without rights, who owns nothing of the program', () => {
    const user = final.findIndex(({ name }) => name === 'USER');
    expect(final[user]?.words).toEqual(['node']);
    expect(final.slice(user).some(({ name }) => ['RUN', 'COPY'].includes(name))).toBe(false);
    expect(named('COPY').filter(({ rest }) => rest.includes('--chown'))).toEqual([]);
  });

  test('holds no secret', () => {
    expect(named('ENV', all).map(({ rest }) => rest)).toEqual(['NODE_ENV=production']);
    expect(named('COPY', all).filter(({ rest }) => /\.quern|\.env|\.npmrc/.test(rest))).toEqual([]);
  });

  test('starts the program of the package, without a shell that keeps signals from it', async () => {
    expect(execForm('ENTRYPOINT')).toEqual(['node', `/opt/quern/${pack.bin.quern}`]);
    const [verb, ...flags] = execForm('CMD');
    expect(verb).toBe('serve');
    await expectFlags(flags);
  });

  test('asks the service for its health where it listens', async () => {
    expect(named('EXPOSE')[0]?.words).toEqual([DEFAULT_PORT]);
    const [, command = ''] = named('HEALTHCHECK')[0]?.rest.split(' CMD ') ?? [];
    const [node, ...words]: string[] = JSON.parse(command);
    expect(node).toBe('node');
    expect(words.join()).toContain(DEFAULT_PORT);
    const asked: string[] = [];
    let status = 200;
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const QUERN_PORT = String((server.address() as AddressInfo).port);
    const check = () =>
      new Promise(done =>
        spawn(process.execPath, words, { env: { QUERN_PORT } }).once('exit', done),
      );
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    await new Promise(done => server.close(done));
    expect(await check()).toBe(1);
    expect(asked).toEqual(['/healthz', '/healthz']);
  });
});

interface Service {
  readonly build?: string;
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose: Compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true });
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);

describe('compose.yaml', () => {
  test('has only keys that Compose knows, passes the secret of pages on, and holds no secret', () => {
    const known = [
      ...['build', 'image', 'user', 'init', 'read_only', 'tmpfs', 'cap_drop', 'security_opt'],
      ...['volumes', 'restart', 'stop_grace_period', 'ports', 'profiles', 'command'],
      ...['network_mode', 'depends_on', 'healthcheck', 'environment'],
    ];
    const top = Object.keys(compose).filter(key => !key.startsWith('x-'));
    expect(top).toEqual(['services', 'volumes']);
    const used = services.flatMap(([, service]) => Object.keys(service));
    expect(used.filter(key => !known.includes(key))).toEqual([]);
    const variables = services.flatMap(([, { environment = [] }]) => environment);
    expect(variables.filter(name => !/^[A-Z_]+$/.test(name))).toEqual([]);
    for (const [, { environment }] of ours) expect(environment).toContain('QUERN_SECRET');
  });

  test('starts DuckDB alone unless ClickHouse is asked for', () => {
    const always = services.filter(([, { profiles }]) => profiles === undefined);
    expect(always.map(([name]) => name)).toEqual(['quern']);
    expect(ours.map(([name]) => name)).toEqual(['quern', 'quern-clickhouse']);
    expect(services.flatMap(([, { profiles = [] }]) => profiles)).toEqual([
      'clickhouse',
      'clickhouse',
    ]);
  });

  test('mounts what the configuration names, where it is looked for, for reading alone', () => {
    const workdir = named('WORKDIR').at(-1)?.rest ?? '';
    const { output, service, engines } = DEFAULT_CONFIG;
    const needed = ['quern.yaml', output, dirname(service.keys), dirname(engines.duckdb.database)];
    for (const [, { volumes = [] }] of ours) {
      const mounts = volumes.map(volume => volume.split(':'));
      const expected = [...new Set(needed)].map(path => [
        `./${path}`,
        posix.join(workdir, path),
        'ro',
      ]);
      expect(mounts).toEqual(expected);
    }
  });

  test('keeps the service from writing, and from rights that it does not need', () => {
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        user: expect.stringContaining('1000:1000'),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // Longer than what runs may take to finish.
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
    }
  });

  test('publishes the port of the service, each on its own, on this machine alone', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports.map(port => port.split(':')));
    expect(published.map(([address]) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(published.map(([, , inside]) => inside)).toEqual([DEFAULT_PORT, DEFAULT_PORT]);
    expect(new Set(published.map(([, port]) => port)).size).toBe(published.length);
  });

  test('lets the service reach ClickHouse at the address of the configuration', async () => {
    const { 'quern-clickhouse': service, clickhouse } = compose.services;
    const { hostname, port } = new URL(DEFAULT_CONFIG.engines.clickhouse.url);
    expect([hostname, port]).toEqual(['127.0.0.1', '8123']);
    expect(service?.network_mode).toBe('service:clickhouse');
    expect(service?.depends_on).toEqual({ clickhouse: { condition: 'service_healthy' } });
    expect(Object.keys(DEFAULT_CONFIG.engines)).toContain(service?.command?.at(-1));
    await expectFlags(service?.command?.slice(1) ?? []);
    expect(clickhouse?.image).toMatch(/:\d+\.\d+$/);
  });

  test('declares the volumes that it uses', () => {
    const mounted = services
      .flatMap(([, { volumes = [] }]) => volumes.map(volume => volume.split(':')[0] ?? ''))
      .filter(source => !source.startsWith('.'));
    expect(mounted).toEqual(Object.keys(compose.volumes));
  });
});

/** Fails where `serve` does not know one of the flags. */
async function expectFlags(flags: readonly string[]): Promise<void> {
  const { stdout } = await quern(process.cwd(), ['serve', '--help']);
  for (const flag of flags.filter(word => word.startsWith('--'))) expect(stdout).toContain(flag);
}
