/** Where strangers meet the service besides parameters: bytes on a socket, what the key file says, pages, other origins, names. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey } from '../../server/key-file.ts';
import { KEY_FILE_FORMAT, KeyFileError } from '../../server/key-file.ts';
import { type KeyRing, openKeyRing } from '../../server/key-ring.ts';
import { createKey, listKeys, revokeKey } from '../../server/keys.ts';
import { createLog } from '../../server/log.ts';
import { type Running, serve } from '../../server/serve.ts';
import { createToken, digest } from '../../server/tokens.ts';
import { ATTACKS, encoded, isText, TEXTS } from './corpus.ts';
import { type Ask, asker, expectPlainLog, together } from './heard.ts';
import { type RawAnswer, rawAnswers, sendRaw } from './raw.ts';
import { comparable, logsOf, thingsOf, usageOf } from './rows.ts';
import type { Opened } from './service.ts';
import { appOver, MANIFEST, open } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'doors-'));
let opened: Opened;
let before: string;
beforeAll(async () => {
  opened = await open('duckdb');
  before = await opened.fingerprint();
});
afterAll(async () => {
  expect(await opened.fingerprint()).toBe(before);
  await opened.close();
  rmSync(folder, { recursive: true });
});

/** Closing a service closes its engine, and ours is shared. */
const kept = () => ({ ...opened.engine, close: async () => {} });

// ---- keys -----------------------------------------------------------------------------------------------------------

interface Held {
  readonly text: string;
  readonly token: string;
}

/** A key for each text, made of it by `make`. */
async function keysOf(
  name: string,
  texts: readonly string[],
  make: (text: string) => Partial<ApiKey>,
): Promise<{ readonly ring: KeyRing; readonly held: readonly Held[] }> {
  const held = texts.map(text => ({ text, token: createToken() }));
  const keys = held.map(({ text, token }, index) => ({
    id: `key_${index}`,
    name: `${name}-${index}`,
    sha256: digest(token).toString('hex'),
    created: '2026-01-01T00:00:00Z',
    expires: null,
    endpoints: ['*'],
    params: {},
    ...make(text),
  }));
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ format: KEY_FILE_FORMAT, keys }));
  return { ring: await openKeyRing(path, () => {}), held };
}

const LOGS = '/api/endpoints/logs.all';
const COUNTS = '/api/endpoints/usage.api-counts?interval=minutely';
const STATS = '/api/endpoints/functions.invocation-stats';
const ALL = '/api/endpoints/things.all';

describe('what the key file says', () => {
  const secrets: string[] = [];
  let asked = 0;
  let logs = '';
  /** For all keys of one file: each is asked with, and all that is said is listened to. */
  const withKeys = async (
    { ring, held }: Awaited<ReturnType<typeof keysOf>>,
    work: (ask: Ask, text: string) => Promise<void>,
  ) => {
    const tokens = held.map(({ token }) => token);
    secrets.push(...tokens.map(token => token.slice(3)));
    const { app, log } = appOver(opened.engine, ring);
    await together(held, 8, async ({ text, token }) => {
      const asking = asker(app, [token, digest(token).toString('hex')]);
      await work(async (path, headers = {}) => {
        asked += 1;
        return asking(path, { 'X-API-KEY': token, ...headers });
      }, text);
    });
    ring.close();
    logs += log();
  };

  test('an attack as a bound value is that value', async () => {
    const keys = await keysOf('values', TEXTS, project => ({ params: { project } }));
    await withKeys(keys, async (ask, text) => {
      const own = await ask(LOGS);
      const same = await ask(`${LOGS}?project=${encoded(text)}`);
      const other = await ask(`${LOGS}?project=hom`);
      const counts = await ask(COUNTS);
      expect(other.status).toBe(403);
      if (!isText(text)) return expect([own.status, counts.status]).toEqual([403, 403]);
      for (const heard of [own, same]) {
        expect(comparable(heard.rows, ['id', 'event_message', 'url'])).toEqual(logsOf(text));
      }
      // Too long a literal, or too dear to search for, is a value that the parameter cannot have.
      if (counts.status === 403) return expect([...text].length).toBeGreaterThan(60);
      expect(comparable(counts.rows, ['timestamp', 'total_rest_requests'])).toEqual(
        usageOf(url => url.includes(text)),
      );
    });
  });

  test('an attack as a bound value beside another parameter changes nothing there', async () => {
    const texts = TEXTS.filter(isText);
    const keys = await keysOf('both', texts, text => ({ params: { text } }));
    await withKeys(keys, async (ask, text) => {
      const found = await ask(`${ALL}?whole=3`);
      expect(comparable(found.rows, ['id', 'text'])).toEqual(
        thingsOf(thing => thing.text === text && thing.whole === 3n),
      );
      expect((await ask(`${ALL}?text=${encoded(`${text}x`)}`)).status).toBe(403);
      expect((await ask(LOGS)).status).toBe(403);
    });
  });

  test('an attack as the name of a bound parameter leaves no endpoint', async () => {
    const texts = [...TEXTS, 'PROJECT', 'project ', ' project'];
    const keys = await keysOf('names', texts, name => ({
      // As JSON has it: a literal would set the prototype.
      params: JSON.parse(`{${JSON.stringify(name)}: "home"}`),
    }));
    await withKeys(keys, async ask => {
      for (const path of [
        `${LOGS}?project=home`,
        `${COUNTS}&project=home`,
        `${STATS}?project=home`,
        ALL,
      ]) {
        expect((await ask(path)).status).toBe(403);
      }
      expect((await ask('/api/endpoints')).body).toBe('{"result":[]}');
    });
  });

  test('an attack as a glob names what it names', async () => {
    const keys = await keysOf('globs', TEXTS, glob => ({ endpoints: [glob] }));
    const names = MANIFEST.endpoints.map(({ name }) => name);
    await withKeys(keys, async (ask, glob) => {
      const parts = glob.split('*').map(part => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
      const pattern = new RegExp(`^${parts.join('[^]*')}$`);
      const allowed = names.filter(name => pattern.test(name));
      const { rows } = await ask('/api/endpoints');
      expect(rows.map(({ name }) => name)).toEqual(allowed);
      const heard = await ask(`${LOGS}?project=x`);
      expect([glob, heard.status]).toEqual([glob, allowed.includes('logs.all') ? 200 : 403]);
    });
  });

  test('an attack as the name of a key names that key, or is refused', async () => {
    const path = join(folder, 'named.json');
    let made = 0;
    for (const name of TEXTS.filter(
      (text, index) => index % 3 === 0 || ATTACKS['lines']?.includes(text),
    )) {
      // Controls, marks of direction, halves of characters and what nobody has assigned would lie in a terminal.
      const isPlain = [...name].length <= 128 && !/\p{C}/u.test(name);
      const creating = createKey(path, { name }, new Date('2026-01-01'));
      if (!isPlain) {
        await expect(creating).rejects.toBeInstanceOf(KeyFileError);
        continue;
      }
      made += 1;
      const { id, token } = await creating;
      secrets.push(token.slice(3));
      expect((await listKeys(path)).at(-1)).toMatchObject({ id, name });
      expect(await readFile(path, 'utf8')).not.toContain(token.slice(3));
      const ring = await openKeyRing(path, () => {});
      const { app, log } = appOver(opened.engine, ring);
      const heard = await asker(app, [token])(`${LOGS}?project=home`, { 'X-API-KEY': token });
      expect([heard.status, JSON.parse(log()).key]).toEqual([200, id]);
      ring.close();
      if (made % 2 === 0) expect(await revokeKey(path, name)).toBe(true);
    }
    expect((await listKeys(path)).length).toBe(Math.ceil(made / 2));
    expect(made).toBeGreaterThan(60);
  });

  test('and the log has a plain line for each request, and no key', () => {
    expect(asked).toBeGreaterThan(3_000);
    expectPlainLog(logs, asked, []);
    for (const secret of secrets) expect(logs.includes(secret)).toBe(false);
  });
});

// ---- bytes ----------------------------------------------------------------------------------------------------------

const STATUSES = [200, 304, 400, 401, 403, 404, 405, 408, 431];
const NAMES =
  /^(?:cache-control|connection|content-(?:encoding|length|security-policy|type)|date|etag|keep-alive|vary|www-authenticate|x-cache|x-content-type-options|x-request-id|x-row-limit|server-timing|referrer-policy|allow|age|transfer-encoding): [\x20-\x7e]+$/i;

describe('over a socket', () => {
  let running: Running;
  let log = '';
  const token = createToken();
  beforeAll(async () => {
    const { ring } = await keysOf('socket', ['x'], () => ({
      sha256: digest(token).toString('hex'),
    }));
    const write = (text: string) => {
      log += text;
    };
    running = await serve({
      manifest: MANIFEST,
      engine: kept(),
      keys: ring,
      port: 0,
      log: createLog({ write }),
      openapi: '{}',
    });
  });
  afterAll(() => running.stop());

  const expectPlainAnswers = (received: string): readonly RawAnswer[] => {
    const answers = rawAnswers(received);
    for (const { status, headers, body } of answers) {
      expect(STATUSES).toContain(status);
      expect(headers.filter(line => !NAMES.test(line))).toEqual([]);
      expect(headers.join().toLowerCase()).not.toContain('planted');
      expect(body).not.toContain(token.slice(3));
    }
    return answers;
  };
  const request = (path: string | Buffer, headers: readonly (string | Buffer)[]) =>
    Buffer.concat(
      [
        'GET ',
        path,
        ' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n',
        ...headers,
        '\r\n\r\n',
      ].map(part => Buffer.from(part as string)),
    );

  test.each([
    'X-Request-Id',
    'X-API-KEY',
    'Authorization',
    'Accept-Encoding',
    'If-None-Match',
    'Origin',
    'traceparent',
  ])('an attack in %s, ends of lines and all, makes no header of an answer', async name => {
    let answered = 0;
    await together(TEXTS, 16, async text => {
      const own = name === 'X-API-KEY' ? [] : [`X-API-KEY: ${token}\r\n`];
      const sent = request(`${ALL}?whole=3`, [...own, `${name}: `, Buffer.from(text)]);
      const answers = expectPlainAnswers(await sendRaw(running.url, sent));
      answered += answers.length;
      expect(answers.length).toBeGreaterThan(0);
    });
    expect(answered).toBeGreaterThanOrEqual(TEXTS.length);
  });

  test('an attack in the first line is none of an answer’s', async () => {
    await together(TEXTS, 16, async text => {
      for (const place of [
        '/',
        '/api/endpoints/',
        '/api/endpoints/query/',
        `${ALL}?text=`,
        '/api/endpoints?',
      ]) {
        const path = Buffer.concat([Buffer.from(place), Buffer.from(text)]);
        const sent = request(path, [`X-API-KEY: ${token}`]);
        const answers = expectPlainAnswers(await sendRaw(running.url, sent));
        expect(answers.every(({ status }) => status < 500)).toBe(true);
      }
    });
  });

  test('two requests that are said to be one are refused or kept apart', async () => {
    const key = `X-API-KEY: ${token}\r\n`;
    const smuggled = `GET /api/endpoints HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const heads = [
      `Content-Length: 0\r\nContent-Length: ${smuggled.length}`,
      `Transfer-Encoding: chunked\r\nContent-Length: 5`,
      `Transfer-Encoding: xchunked`,
      `Transfer-Encoding : chunked`,
      `Content-Length: +5`,
      `Content-Length: 0x5`,
      `X: y\nTransfer-Encoding: chunked`,
      ` folded: x`,
      `X-API-KEY: ${createToken()}`,
      `Authorization: Bearer ${createToken()}`,
    ];
    for (const head of heads) {
      const sent = `GET ${ALL}?whole=3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${key}${head}\r\n\r\n${smuggled}`;
      const answers = expectPlainAnswers(await sendRaw(running.url, sent));
      // What stands behind is nobody's request, or one without a key.
      for (const { status } of answers) expect([head, status >= 400]).toEqual([head, true]);
    }
  });

  test('the log has plain lines alone, and no key', () => {
    expectPlainLog(log, log.split('\n').length - 1, [token.slice(3)]);
    expect(log.toLowerCase()).not.toContain('planted');
  });
});

// ---- pages and origins ----------------------------------------------------------------------------------------------

const ORIGINS = ['https://app.example.com', 'http://localhost:3000'];
const NEAR = [
  'https://app.example.com.evil.example',
  'https://evilapp.example.com',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://app.example.com/',
  'https://APP.example.com',
  'https://app.example.com, https://evil.example',
  'null',
  '*',
  'https://appxexample.com',
];

describe('another origin', () => {
  const preflight = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key',
  };

  test('may read where it is listed, and is never given credentials', async () => {
    const { app } = appOver(opened.engine, null, { cors: ORIGINS });
    for (const origin of [...ORIGINS, ...NEAR]) {
      for (const init of [{}, { method: 'OPTIONS', headers: preflight }]) {
        for (const path of ['/', '/healthz', `${ALL}?whole=3`, `${ALL}?whole=x`, '/nothing']) {
          const headers = { ...init.headers, Origin: origin };
          const response = await app.fetch(
            new Request(`http://localhost${path}`, { ...init, headers }),
          );
          const isListed = ORIGINS.includes(origin);
          expect(response.headers.get('Access-Control-Allow-Origin')).toBe(
            isListed ? origin : null,
          );
          expect(response.headers.get('Access-Control-Allow-Credentials')).toBe(null);
          expect(response.headers.get('Vary')).toContain('Origin');
          if (init.method === 'OPTIONS') expect(response.status).toBe(isListed ? 204 : 405);
        }
      }
    }
  });

  test('may read from anywhere where all may, still without credentials', async () => {
    const { app } = appOver(opened.engine, null, { cors: ['*'] });
    for (const origin of [...ORIGINS, ...NEAR]) {
      const response = await app.fetch(
        new Request(`http://localhost${ALL}?whole=3`, { headers: { Origin: origin } }),
      );
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBe(null);
    }
  });

  test('may read nothing where none is listed', async () => {
    const { app } = appOver(opened.engine, null);
    for (const origin of [...ORIGINS, ...NEAR]) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await app.fetch(
          new Request(`http://localhost${ALL}?whole=3`, {
            method,
            headers: { ...preflight, Origin: origin },
          }),
        );
        expect(
          [...response.headers.keys()].filter(name => name.startsWith('access-control')),
        ).toEqual([]);
        expect(response.status).toBe(method === 'GET' ? 200 : 405);
      }
    }
  });
});

describe('the pages', () => {
  test('run their own scripts alone, and are in no frame', async () => {
    const ask = asker(appOver(opened.engine, null, { public: ['docs'] }).app);
    for (const path of [
      '/',
      '/docs',
      '/?x=<script>alert(1)</script>',
      '/docs?\'"><img src=x onerror=alert(1)>',
    ]) {
      const { status, headers, body } = await ask(encodeURI(path));
      expect(status).toBe(200);
      const rules = (headers['content-security-policy'] ?? '').split('; ');
      expect(rules).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]),
      );
      const scripts = rules.find(rule => rule.startsWith('script-src')) ?? '';
      expect(scripts).toMatch(/^script-src(?: 'self')? 'sha256-[A-Za-z0-9+/=]+'$/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(body).not.toContain('alert(1)');
    }
  });

  test('but the first need a key, where they are not public', async () => {
    const { ring } = await keysOf('pages', ['x'], () => ({}));
    const ask = asker(appOver(opened.engine, ring).app);
    const paths = [
      '/docs',
      '/openapi.json',
      '/metrics',
      '/api/endpoints',
      '/x',
      '/.git/config',
      '/docs/',
    ];
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 401]);
    expect((await ask('/')).status).toBe(200);
    ring.close();
  });
});

describe('without keys, a name that leads here', () => {
  let running: Running;
  beforeAll(async () => {
    running = await serve({
      manifest: MANIFEST,
      engine: kept(),
      keys: null,
      port: 0,
      log: () => {},
      openapi: '{}',
    });
  });
  afterAll(() => running.stop());

  const asFrom = async (host: string, path: string) => {
    const sent = `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    return rawAnswers(await sendRaw(running.url, sent)).map(({ status }) => status);
  };
  const FOREIGN = [
    'evil.example',
    'evil.example:8383',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhostx',
    'notlocalhost',
    '10.0.0.1',
    '0.0.0.0',
    '[::2]',
    '[::ffff:10.0.0.1]',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'evil.example?localhost',
    'evil.example\\localhost',
    'localhost, evil.example',
    '\u{ff4c}ocalhost.evil.example',
  ];

  test.each(FOREIGN)('%s is answered nothing', async host => {
    for (const path of [
      '/',
      '/docs',
      '/healthz',
      '/openapi.json',
      `${ALL}?whole=3`,
      '/api/endpoints',
      '/metrics',
    ]) {
      const statuses = await asFrom(`Host: ${host}\r\n`, path);
      expect([host, path, statuses]).toEqual([host, path, [expect.toBeOneOf([400, 403])]]);
    }
  });

  test.each([
    'localhost',
    'localhost:1',
    '127.0.0.1',
    '127.9.9.9:8383',
    '[::1]',
    '[::1]:8383',
    'LOCALHOST',
  ])('%s is answered', async host => {
    expect(await asFrom(`Host: ${host}\r\n`, `${ALL}?whole=3`)).toEqual([200]);
  });

  test('nothing is answered without a name, or where another stands before it', async () => {
    expect(await asFrom('', ALL)).toEqual([400]);
    expect(await asFrom('Host: evil.example\r\nHost: localhost\r\n', ALL)).toEqual([403]);
    expect(await asFrom('Host: localhost\r\n', `http://evil.example${ALL}?whole=3`)).toEqual([403]);
  });
});
