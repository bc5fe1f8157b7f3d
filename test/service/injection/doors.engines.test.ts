/** Where strangers meet the service besides parameters: bytes on a socket, pages, other origins, names that lead here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken, digest } from '../../../server/access/tokens.ts';
import { createLog } from '../../../server/observe/log.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { TEXTS } from './corpus.ts';
import { asker, expectPlainLog, together } from './heard.ts';
import { keysOf } from './keys-of.ts';
import { type RawAnswer, rawAnswers, sendRaw } from './raw.ts';
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

const ALL = '/api/endpoints/things.all';

// ---- bytes ----------------------------------------------------------------------------------------------------------

const STATUSES = [200, 304, 400, 401, 403, 404, 405, 408, 431];
const NAMES =
  /^(?:cache-control|connection|content-(?:encoding|length|security-policy|type)|date|etag|keep-alive|vary|www-authenticate|x-cache|x-content-type-options|x-request-id|x-row-limit|server-timing|referrer-policy|allow|age|transfer-encoding): [\x20-\x7e]+$/i;

describe('over a socket', () => {
  let running: Running;
  let log = '';
  const token = createToken();
  beforeAll(async () => {
    const { ring } = await keysOf(folder, 'socket', ['x'], () => ({
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
      expect(scripts).toMatch(/^script-src(?: 'self')?(?: 'sha256-[A-Za-z0-9+/=]+')?$/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(body).not.toContain('alert(1)');
    }
  });

  test('but those with data need a key, where they are not public', async () => {
    const { ring } = await keysOf(folder, 'pages', ['x'], () => ({}));
    const ask = asker(appOver(opened.engine, ring).app);
    const paths = ['/openapi.json', '/metrics', '/api/endpoints', '/x', '/.git/config', '/docs/'];
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 401]);
    // pages without data: `/docs` asks for the document with the key of its tab
    for (const path of ['/', '/docs'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
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
