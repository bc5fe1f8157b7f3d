/** A service that answers what a script says, and counts what it is asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply } from './case.ts';

export interface Flaky {
  /** A base URL of its own for whoever asks; its replies come in turn, and the last one again and again. */
  readonly play: (who: string, script: readonly Reply[]) => string;
  /** How often it was asked. */
  readonly asked: (who: string) => number;
  readonly close: () => void;
}

interface Play {
  readonly script: readonly Reply[];
  asked: number;
}

export async function startFlaky(): Promise<Flaky> {
  const plays = new Map<string, Play>();
  const server = createServer((question, answer) => {
    const play = plays.get(whoOf(question));
    if (play === undefined) return answer.writeHead(404).end();
    const reply = play.script[Math.min(play.asked, play.script.length - 1)];
    play.asked += 1;
    return give(reply ?? 'reset', answer, String(question.headers['x-api-key']));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    play: (who, script) => {
      plays.set(who, { script, asked: 0 });
      return `http://127.0.0.1:${port}/${who}`;
    },
    asked: who => plays.get(who)?.asked ?? 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** `/{who}/api/endpoints/…` */
function whoOf({ url = '' }: IncomingMessage): string {
  return url.split('/')[1] ?? '';
}

/** `{{key}}` in a body or a header is what the caller sent. */
function give(reply: Reply, answer: ServerResponse, key: string): void {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    answer.socket?.resetAndDestroy();
  } else if (reply === 'half') {
    answer.writeHead(200, { 'Content-Length': '100' });
    answer.write('{"result":[', () => answer.socket?.resetAndDestroy());
  } else {
    const withKey = (text: string) => text.replaceAll('{{key}}', key);
    const headers = Object.entries(reply.headers ?? {}).map(([name, text]) => [
      name,
      withKey(text),
    ]);
    answer.writeHead(reply.status, Object.fromEntries(headers)).end(withKey(reply.body ?? ''));
  }
}
