/** A service that answers what a script says, and counts what it is asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Reply } from './case.ts';

export interface Flaky {
  /** A separate base URL for each test; its replies come in turn, and the last one again and again. */
  readonly play: (who: string, script: readonly Reply[]) => string;
  /** The same over TLS, on a port of its own. */
  readonly playSecured: (
    who: string,
    script: readonly Reply[],
    credentials: { readonly key: Buffer; readonly cert: Buffer },
  ) => Promise<string>;
  /** How often it was asked. */
  readonly asked: (who: string) => number;
  /** How many connections over TLS were opened, whatever became of them. */
  readonly connected: (who: string) => number;
  readonly close: () => void;
}

interface Play {
  readonly script: readonly Reply[];
  asked: number;
  connected: number;
}

export async function startFlaky(): Promise<Flaky> {
  const plays = new Map<string, Play>();
  const answering = (question: IncomingMessage, answer: ServerResponse) => {
    const play = plays.get(whoOf(question));
    if (play === undefined) return answer.writeHead(404).end();
    const reply = play.script[Math.min(play.asked, play.script.length - 1)];
    play.asked += 1;
    return give(reply ?? 'reset', answer, String(question.headers['x-api-key']));
  };
  const plain = createServer(answering);
  // A request on a connection of another case would be sent once more by some clients where it is reset: Go's own does so.
  plain.maxRequestsPerSocket = 1;
  const servers: Server[] = [plain];
  const port = await listening(plain);
  return {
    play: (who, script) => {
      plays.set(who, { script, asked: 0, connected: 0 });
      return `http://127.0.0.1:${port}/${who}`;
    },
    playSecured: async (who, script, credentials) => {
      const play: Play = { script, asked: 0, connected: 0 };
      plays.set(who, play);
      const server = createSecureServer(credentials, answering);
      server.on('connection', () => {
        play.connected += 1;
      });
      servers.push(server);
      return `https://127.0.0.1:${await listening(server)}/${who}`;
    },
    asked: who => plays.get(who)?.asked ?? 0,
    connected: who => plays.get(who)?.connected ?? 0,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** `/{who}/api/endpoints/…` */
function whoOf({ url = '' }: IncomingMessage): string {
  return url.split('/')[1] ?? '';
}

/** `{{key}}` in a body or a header is what the caller sent. */
function give(reply: Reply, answer: ServerResponse, key: string): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    cut(answer);
  } else if (reply === 'noise') {
    answer.socket?.end('SSH-2.0-OpenSSH_9.2\r\n\r\n');
  } else if (reply === 'half' || reply === 'stall') {
    answer.writeHead(200, { 'Content-Length': '100' });
    answer.write('{"result":[', () => reply === 'half' && cut(answer));
  } else if (reply.isHalf) {
    answer.writeHead(reply.status, { ...reply.headers, 'Content-Length': '100' });
    answer.write('{"code":', () => cut(answer));
  } else {
    const withKey = (text: string) => text.replaceAll('{{key}}', key);
    const headers = Object.entries(reply.headers ?? {}).map(([name, text]) => [
      name,
      withKey(text),
    ]);
    if (reply.isFarewell) answer.on('finish', () => setTimeout(() => leave(answer), 50));
    if (reply.isHinted) answer.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' });
    answer.writeHead(reply.status, Object.fromEntries(headers)).end(withKey(reply.body ?? ''));
  }
}

/** As proxies do that have waited long enough. */
function leave({ req }: ServerResponse): void {
  req.socket.end('HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

/** By a reset, which TLS has none of. */
function cut({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}
