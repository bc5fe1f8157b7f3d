/** Bytes over a socket that are not an ordinary request, to `quern serve` with and without `direct`. */
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { PROBLEMS } from '../../../server/http/problem.ts';
import { serve } from '../../../server/socket/serve.ts';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { openService, type Service } from '../inputs/service.ts';
import { fakeEngine, MANIFEST } from '../server-fixture.ts';
import { HEALTH, NO_REQUESTS } from './raw-requests.ts';

const ROWS = '/api/endpoints/plain?project=abc';

let running: Service;
let KEY: string;

function open(url = running.url): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(url).port);
    const options = { port, host: '127.0.0.1', allowHalfOpen: true };
    const socket = connect(options, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends the text and no more, and gives all that comes until the service closes the connection. */
async function send(text: string | Buffer, end = true, url = running.url): Promise<string> {
  const socket = await open(url);
  return new Promise(resolve => {
    let answer = '';
    socket.setEncoding('latin1').on('data', data => {
      answer += data;
    });
    socket.on('error', () => {}).on('close', () => resolve(answer));
    socket.on('end', () => socket.end());
    if (end) socket.end(text);
    else socket.write(text);
  });
}

interface Parsed {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}
/** The answers on a connection, by their lengths; those to HEAD have no body. */
function parsed(text: string, isHead = false): readonly Parsed[] {
  const answers: Parsed[] = [];
  let rest = text;
  while (rest !== '') {
    const at = rest.indexOf('\r\n\r\n');
    expect(at, `no end of headers in ${JSON.stringify(rest)}`).toBeGreaterThan(0);
    const headers = rest.slice(0, at);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]);
    const length = isHead ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    answers.push({ status, headers, body: rest.slice(at + 4, at + 4 + length) });
    rest = rest.slice(at + 4 + length);
  }
  return answers;
}

function expectProblem({ status, headers, body }: Parsed, expected: number): void {
  expect(status).toBe(expected);
  expect(headers).toMatch(/\r\ncontent-type: application\/problem\+json/i);
  const problem = JSON.parse(body);
  expect(Object.keys(PROBLEMS)).toContain(problem.code);
  const { code, detail } = problem;
  expect(problem.status).toBe(status);
  expect(problem.error).toEqual({ code, message: detail });
}

/** The process still answers; it would end with a rejection that nobody handles. */
async function expectWell(): Promise<void> {
  const [answer] = parsed(await send(`${HEALTH}Connection: close\r\n\r\n`));
  expect(answer?.status).toBe(200);
}

/** Its headers, status and body, which only answers to HEAD lack. */
const FIRST_ANSWER = /^(HTTP\/1\.1 (\d{3}) [\s\S]*?)\r\n\r\n(\{[^\r]*\}(?=HTTP|$))?/;

describe.each([true, false])('directly: %s', direct => {
  beforeAll(async () => {
    running = await openService({ direct });
    KEY = `X-API-KEY: ${running.tokens.any}\r\n`;
  });
  afterAll(async () => {
    await running.stop();
    removeFolders();
  });

  describe('what is no request', () => {
    it.each(NO_REQUESTS)('%s is told so', async (_, text, status) => {
      const answers = parsed(await send(text, false));
      expect(answers).toHaveLength(1);
      for (const answer of answers) expectProblem(answer, status);
      await expectWell();
    });

    it('random bytes are answered by a problem, or not at all', async () => {
      const piece = fc.oneof(
        fc.constantFrom(
          'GET ',
          '/',
          '/healthz',
          ' HTTP/1.1',
          '\r\n',
          'Host: x',
          'Host: ',
          '\r\n\r\n',
          ':',
          '\0',
          'Content-Length: 5',
          'Transfer-Encoding: chunked',
          'Expect: 100-continue',
          '0\r\n\r\n',
          'HEAD ',
          'http://x/healthz',
          '*',
          '?%',
          '#',
          'Upgrade: websocket\r\nConnection: Upgrade',
          'PRI * HTTP/2.0',
        ),
        fc.string({ maxLength: 6 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async pieces => {
          const text = await send(pieces.join(''));
          if (/^HTTP\/1\.1 (?:100|[23])/.test(text) || text === '') return;
          const [, headers = '', status, body = ''] = FIRST_ANSWER.exec(text) ?? [];
          expect(Number(status), text).toBeGreaterThanOrEqual(400);
          expect(Number(status), text).toBeLessThan(500);
          if (body.startsWith('{')) {
            expectProblem({ headers, status: Number(status), body }, Number(status));
          }
        }),
        { numRuns: 150 },
      );
      await expectWell();
    });
  });

  describe('what is an odd request', () => {
    const one = async (text: string, isHead = false) => {
      const answers = parsed(await send(text, false), isHead);
      expect(answers).toHaveLength(1);
      return answers[0] ?? { status: 0, headers: '', body: '' };
    };
    const close = 'Connection: close\r\n\r\n';

    it('an absolute address is answered as its path is', async () => {
      const answer = await one(
        `GET http://localhost${ROWS} HTTP/1.1\r\nHost: other\r\n${KEY}${close}`,
      );
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body).result).toEqual([{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }]);
    });

    it('other forms of address are no endpoint, or no request', async () => {
      for (const address of [
        '*',
        '//',
        '/%',
        '/api/endpoints/%zz',
        '/../etc/passwd',
        'ftp://x/y',
        'x',
      ]) {
        const answer = await one(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n${KEY}${close}`);
        expect([400, 404]).toContain(answer.status);
        expectProblem(answer, answer.status);
      }
      await expectWell();
    });

    it('a tunnel is refused in words, and a reset leaves nothing behind', async () => {
      for (const authority of ['x:1', 'localhost:80', '/']) {
        const answer = await one(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
        expectProblem(answer, answer.status);
        expect([400, 405]).toContain(answer.status);
        if (answer.status === 405)
          expect(answer.headers).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i);
        const socket = await open();
        socket.on('error', () => {});
        socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\nmore`);
        const closed = new Promise(done => socket.once('close', done));
        socket.resetAndDestroy();
        await closed;
      }
      const connect = parsed(await send('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', false))[0];
      expect(connect?.status).toBe(405);
      await expectWell();
    });

    it('`100-continue` is met', async () => {
      const text = await send(`${HEALTH}Expect: 100-continue\r\n${close}`, false);
      expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    });

    it('HTTP/1.0 needs no host', async () => {
      for (const path of ['/healthz', '/readyz?a=%20'])
        expect((await one(`GET ${path} HTTP/1.0\r\n\r\n`)).status).toBe(200);
    });

    it('HEAD has the headers of GET, and no body', async () => {
      const head = await one(`HEAD ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}${close}`, true);
      const whole = await one(`GET ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}${close}`);
      const lengthOf = ({ headers }: Parsed) => /content-length: (\d+)/i.exec(headers)?.[1];
      expect(head.status).toBe(200);
      expect(lengthOf(head)).toBe(String(whole.body.length));
      const refused = await one(`HEAD /api/endpoints HTTP/1.1\r\nHost: x\r\n${close}`, true);
      expect(refused.status).toBe(401);
    });

    it('a query string as long as may be is read, name by name', async () => {
      const query = Array.from({ length: 2_000 }, (_, index) => `&p${index}=1`).join('');
      const answer = await one(`GET ${ROWS}${query} HTTP/1.1\r\nHost: x\r\n${KEY}${close}`);
      expectProblem(answer, 400);
      expect(JSON.parse(answer.body).code).toBe('unknown_parameter');
      expect(answer.body.length).toBeLessThan(10_000);
      const repeated = await one(
        `GET ${ROWS}${'&project=abc'.repeat(1_000)} HTTP/1.1\r\nHost: x\r\n${KEY}${close}`,
      );
      expectProblem(repeated, 400);
    });

    it('a body of a GET is refused, whole or in chunks, and the next request is read behind it', async () => {
      const body = `GET /evil HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}`;
      const plain = `GET ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}Content-Length: ${body.length}\r\n\r\n${body}`;
      const size = body.length.toString(16);
      const chunked = `GET ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`;
      const answers = parsed(await send(`${plain}${chunked}${HEALTH}${close}`, false));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
      for (const answer of answers.slice(0, 2)) expectProblem(answer, 400);
      expect(answers[2]?.body).toBe('{"status":"ok"}');
    });

    it('a large body that nobody reads does not stand in the way of others', async () => {
      const length = 5_000_000;
      const post = `PUT ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}Content-Length: ${length}\r\n\r\n`;
      const text = await send(`${post}${'x'.repeat(length)}`);
      if (text !== '') expect(parsed(text)[0]?.status).toBe(405);
      await expectWell();
    });

    it('pipelined requests are answered in their order', async () => {
      const paths = ['/healthz', ROWS, '/nothing', '/api/endpoints', '/healthz'];
      const requests = paths.map(path => `GET ${path} HTTP/1.1\r\nHost: x\r\n${KEY}`);
      const answers = parsed(await send(`${requests.join('\r\n')}${close}`, false));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200]);
      const broken = parsed(await send(`${requests.slice(0, 2).join('\r\n')}\r\nnonsense\r\n\r\n`));
      expect(broken.at(-1)?.status).toBe(400);
      await expectWell();
    });

    it('a caller that closes its half still gets its answer', async () => {
      const [answer] = parsed(await send(`GET ${ROWS} HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`, true));
      expect(answer?.status).toBe(200);
    });

    it('a caller that closes its half before the answer is ready gets an error, and its run is given up', async () => {
      const signals: AbortSignal[] = [];
      const never: Engine = {
        ...fakeEngine(() => []),
        run: (_, { signal }) => {
          signals.push(signal);
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        },
      };
      const slow = await serve({
        manifest: catalogue(MANIFEST),
        engine: never,
        keys: null,
        port: 0,
        log: () => {},
        direct,
      });
      const request = (project: number) =>
        `GET /api/endpoints/logs.all?project=${project} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      try {
        for (const project of [1, 2]) {
          const answers = parsed(await send(request(project), true, slow.url));
          expect(answers).toHaveLength(1);
          expectProblem(answers[0] ?? { status: 0, headers: '', body: '' }, 499);
          expect(answers[0]?.headers).toMatch(/\r\nconnection: close/i);
        }
        // What is answered already stands before it.
        const pipelined = `${HEALTH}\r\n${request(3)}`;
        const both = parsed(await send(pipelined, true, slow.url));
        expect(both.map(({ status }) => status)).toEqual([200, 499]);
        await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
      } finally {
        await slow.stop();
      }
    });

    it('who stops in the middle, or resets, leaves nothing behind', async () => {
      for (const text of [
        '',
        'G',
        'GET /healthz HTTP/1.1\r\nHo',
        HEALTH,
        `${HEALTH}Content-Length: 9\r\n\r\nab`,
      ]) {
        const answer = await send(text);
        if (answer !== '') expect([200, 400]).toContain(parsed(answer)[0]?.status);
        const socket = await open();
        socket.on('error', () => {});
        socket.write(text);
        const closed = new Promise(done => socket.once('close', done));
        socket.resetAndDestroy();
        await closed;
      }
      await expectWell();
    });

    it('who sends a byte at a time holds nobody else up', async () => {
      const slow = await open();
      let answer = '';
      slow.setEncoding('utf8').on('data', data => {
        answer += data;
      });
      for (const byte of `${HEALTH}\r\n`) {
        slow.write(byte);
        if (byte === '\n') await expectWell();
      }
      await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 200 /);
      slow.destroy();
    });
  });
});
