/** A key that fixes parameters reads one tenant: where the fixed ones do not prove the scope, `quern serve` answers 403. */

import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { quern, removeFolders, temporaryProject } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/duckdb/reach.ts';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import { AUDIENCE, ISSUER, pemOf, rsaPair, signed } from '../access/issuer.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';

const pair = rsaPair();
const JWT = {
  issuer: ISSUER,
  audience: AUDIENCE,
  claims: { project: 'project_ref' },
  public_key: pemOf(pair),
};

const HEAD = (name: string, at: number) =>
  `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000000${at}\nsummary: Texts.\nengines: [duckdb]\n`;
const PARAMS = `params:
  project: { type: string, required: true, example: alpha }
  other: { type: string, required: true, example: beta }
`;
const ONE = 'params: { project: { type: string, required: true, example: alpha } }\n';
const FILES = {
  'endpoints/sources.yaml': `sources:
  notes:
    scope: [project]
    key: [id]
    tables: { duckdb: { table: notes } }
    columns: { id: { type: string, required: true }, project: string, kind: string, text: string }
  mine: { from: notes, select: [id, project, text] }
`,
  'endpoints/proven.yaml': `${HEAD('proven', 1)}${ONE}from: notes\nwhere: [project = @project]\nselect: [text]\n`,
  'endpoints/language.yaml': `${HEAD('language', 2)}${PARAMS}from: notes\nwhere: [project = @other, "@project != ''"]\nselect: [text]\n`,
  'endpoints/relation.yaml': `${HEAD('relation', 3)}${PARAMS}from: mine\nwhere: [project = @other, "@project != ''"]\nselect: [text]\n`,
  'endpoints/step.yaml': `${HEAD('step', 4)}${PARAMS}steps:\n  s: { from: notes, where: [project = @other], select: [text] }\nfrom: s\nwhere: ["@project != ''"]\nselect: [text]\n`,
  'endpoints/joined.yaml': `${HEAD('joined', 5)}${PARAMS}from: notes\nwhere: [project = @project]\njoin: { o: { of: notes, on: o.kind = kind and o.project = @other, many: true, kind: inner } }\nselect: { text: o.text }\n`,
  'endpoints/googlesql.yaml': `${HEAD('googlesql', 6)}${PARAMS}query: SELECT text FROM notes WHERE project = @other AND @project != ''\n`,
  'endpoints/own.yaml': `${HEAD('own', 7)}${PARAMS}query: { duckdb: "SELECT text FROM notes WHERE project = @other AND (@project = project OR true)" }\ncolumns: { text: string }\n`,
  'endpoints/sandbox.yaml': `${HEAD('sandbox', 8)}${PARAMS}sandbox: true\nviews: { v: { from: notes, where: [project = @other, "@project != ''"] } }\n`,
};
/** Endpoints in which a caller with a key for `project` would choose the tenant by `other`. */
const OPEN = ['language', 'relation', 'step', 'joined', 'googlesql', 'own', 'sandbox'];
const REFUSED = 'it must also fix `other`, which separates tenants';
const TABLE = {
  name: 'notes',
  layout: 'nested',
  columns: {
    id: { type: 'string', required: true },
    project: { type: 'string' },
    kind: { type: 'string' },
    text: { type: 'string' },
  },
  rows: [
    { id: '1', project: 'alpha', kind: 'x', text: 'of alpha' },
    { id: '2', project: 'beta', kind: 'x', text: 'of beta' },
  ],
} as const;
const KEYS = {
  alpha: madeKey({ id: 'key_1', name: 'alpha', params: { project: 'alpha' } }),
  beta: madeKey({ id: 'key_2', name: 'beta', params: { other: 'beta' } }),
  both: madeKey({ id: 'key_3', name: 'both', params: { project: 'alpha', other: 'alpha' } }),
  operator: madeKey({ id: 'key_4', name: 'operator' }),
};
const ALPHA = KEYS.alpha.token;

interface Named {
  readonly name: string;
}
/** The list of endpoints, or the list of tools. */
interface Listed {
  readonly result: Named[] & { readonly tools: Named[] };
}

let service: ServeProcess;
let close: () => Promise<void>;

async function ask(
  name: string,
  token: string,
  params: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: string }> {
  const all = { ...params, ...(name === 'sandbox' ? { sql: 'SELECT text FROM v' } : {}) };
  const url = `${service.url}/api/endpoints/${name}?${new URLSearchParams(all)}`;
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.text() };
}

/** The translations of texts in GoogleSQL, which the analyser beside another project makes. */
async function translations(): Promise<Readonly<Record<string, string>>> {
  const folder = temporaryProject({
    'package.json': '{}',
    'quern.yaml': 'dialects: [bigquery, duckdb, clickhouse]\n',
    ...FILES,
  });
  symlinkSync(TEST_PACKAGES, join(folder, 'node_modules'));
  expect(await quern(folder, ['generate'])).toMatchObject({ exit: 0 });
  const path = 'generated/googlesql/googlesql.json';
  return { [path]: readFileSync(join(folder, path), 'utf8') };
}

async function listed(asked: Promise<Response>): Promise<Listed> {
  return JSON.parse(await (await asked).text());
}

beforeAll(async () => {
  const reached = await reach([TABLE]);
  close = reached.close;
  const files = { ...FILES, ...(await translations()) };
  const keys = Object.values(KEYS).map(({ key }) => key);
  service = await serveProcess({ engine: 'duckdb', reached, files, keys, service: { jwt: JWT } });
});
afterAll(async () => {
  await service.stop();
  await close();
  removeFolders();
});

describe('a key that fixes a parameter which proves nothing', () => {
  it.each(OPEN)('gets 403 from %s, with what to do', async name => {
    for (const other of ['alpha', 'beta']) {
      const answer = await ask(name, ALPHA, { other });
      expect(answer).toMatchObject({ status: 403, body: expect.stringContaining(REFUSED) });
    }
    const headers = { 'X-API-KEY': ALPHA, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ other: 'beta' });
    const posted = { method: 'POST', headers, body };
    const id = `00000000-0000-4000-8000-00000000000${OPEN.indexOf(name) + 2}`;
    for (const path of [name, `query/${id}`]) {
      const answer = await fetch(`${service.url}/api/endpoints/${path}`, posted);
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(REFUSED)]);
    }
  });

  it.each(OPEN)(
    'differs from keys that prove the scope of %s, and from keys that fix nothing',
    async name => {
      const other = await ask(name, KEYS.both.token, {});
      expect(other).toMatchObject({ status: 200, body: expect.stringContaining('of alpha') });
      expect(other.body).not.toContain('of beta');
      const all = await ask(name, KEYS.operator.token, { project: 'alpha', other: 'beta' });
      expect(all).toMatchObject({ status: 200, body: expect.stringContaining('of beta') });
      // two reads, or a statement whose reads are unknown, need both
      const both = name === 'joined' || name === 'own';
      expect(await ask(name, KEYS.beta.token, { project: 'alpha' })).toMatchObject(
        both ? { status: 403 } : { status: 200, body: expect.stringContaining('of beta') },
      );
    },
  );

  it('still runs what it proves', async () => {
    const answer = await ask('proven', ALPHA, {});
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('of alpha') });
  });

  it('sees neither the endpoint in the list nor its tool', async () => {
    const headers = { 'X-API-KEY': ALPHA, 'Content-Type': 'application/json' };
    const list = await listed(fetch(`${service.url}/api/endpoints`, { headers }));
    expect(list.result.map(({ name }) => name)).toEqual(['proven']);
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const init = {
      method: 'POST',
      headers: { ...headers, Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(asked),
    };
    const tools = await listed(fetch(`${service.url}/mcp`, init));
    expect(tools.result.tools.map(({ name }) => name)).toEqual(['proven']);
    const call = {
      ...asked,
      method: 'tools/call',
      params: { name: 'language', arguments: { other: 'beta' } },
    };
    const called = await fetch(`${service.url}/mcp`, { ...init, body: JSON.stringify(call) });
    expect(await called.text()).not.toContain('of beta');
  });

  it('may be a token whose claim fixes it', async () => {
    const exp = Math.ceil(Date.now() / 1_000) + 300;
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp, project_ref: 'alpha' };
    const token = signed(pair, claims, { alg: 'RS256', typ: 'JWT' });
    for (const name of OPEN)
      expect(await ask(name, token, { other: 'beta' })).toMatchObject({
        status: 403,
        body: expect.stringContaining(REFUSED),
      });
    expect(await ask('proven', token, {})).toMatchObject({ status: 200 });
  });
});

describe('a warning', () => {
  const LACKING =
    'will not run `googlesql`, `joined`, `language` and 4 more: `other` separates tenants there, and only `project` is fixed';
  const create = async (...words: readonly string[]) => {
    const { exit, stderr } = await quern(service.folder, ['keys', 'create', ...words]);
    expect(exit).toBe(0);
    return stderr;
  };

  it('comes from `keys create`', async () => {
    const told = await create('--name', 'gamma', '--param', 'project=gamma');
    expect(told).toContain(`warning: the key \`gamma\` ${LACKING}`);
    const rest = ['--param', 'project=delta', '--endpoint', 'proven'];
    expect(await create('--name', 'delta', ...rest)).not.toContain('warning');
    expect(await create('--name', 'epsilon')).not.toContain('warning');
  });

  it('comes from the start, which does not fail', () => {
    const told = service.told();
    expect(told).toContain(`warning: the key \`alpha\` and tokens ${LACKING}`);
    expect(told).toContain(
      'warning: the key `beta` will not run `joined`, `own`: `project` separates tenants there, and only `other` is fixed',
    );
    expect(told).not.toContain('operator');
  });

  it('comes from `quern doctor`', async () => {
    const { stdout } = await quern(service.folder, ['doctor']);
    expect(stdout).toContain(`the key \`gamma\` and tokens ${LACKING}`);
  });
});

describe('a manifest of an older build, which does not name the parameters', () => {
  it('serves keys that fix nothing alone', async () => {
    const generated = join(service.folder, 'generated');
    const { sources, endpoints } = generatedManifest(generated);
    const older = endpoints.map(({ scopedBy: _, ...endpoint }) => endpoint);
    const manifest = JSON.stringify({ format: OLD_FORMAT, sources, endpoints: older });
    writeFileSync(join(generated, 'manifest.json'), manifest);
    rmSync(join(generated, 'manifest'), { recursive: true });
    service.child.kill('SIGHUP');
    const asked = () => ask('proven', ALPHA, {});
    const refused = { status: 403, body: expect.stringContaining('quern generate') };
    await expect.poll(asked, { timeout: 20_000 }).toMatchObject(refused);
    expect(await ask('language', ALPHA, { other: 'beta' })).toMatchObject(refused);
    const all = await ask('proven', KEYS.operator.token, { project: 'beta' });
    expect(all).toMatchObject({ status: 200, body: expect.stringContaining('of beta') });
    const words = ['keys', 'create', '--name', 'zeta', '--param', 'project=zeta'];
    expect((await quern(service.folder, words)).stderr).toContain(
      'the generated files do not name the parameters that separate tenants',
    );
  });
});
