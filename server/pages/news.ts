/** News for the page of a project that is being edited. */
import type { Outgoing } from '../http/incoming.ts';

export interface NewsItem {
  /** Increases with each item. */
  readonly number: number;
  /** How many times the definitions were replaced. */
  readonly definitions: number;
  /** The faults of the current files, as text; `null` if they have no faults and their definitions are served. */
  readonly fault: string | null;
}
export interface News {
  /** Returns the latest item: at once if its number is not `after`, else with the next item or after a time limit. */
  readonly next: (after: number) => Promise<NewsItem>;
  /** Answers all waiting requests now, and later requests at once. */
  readonly close: () => void;
}
export interface Newsroom extends News {
  /** Publishes a fault; `null`: new definitions are served. */
  readonly publish: (fault: string | null) => void;
}

/** Shorter than the half minute after which proxies give up a request. */
const LONGEST_MS = 25_000;

export function createNewsroom(): Newsroom {
  let latest: NewsItem = { number: 1, definitions: 0, fault: null };
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const answer of [...waiting]) answer();
  };
  return {
    next: after => {
      if (isClosed || after !== latest.number) return Promise.resolve(latest);
      return new Promise(resolve => {
        const answer = () => {
          clearTimeout(timer);
          waiting.delete(answer);
          resolve(latest);
        };
        const timer = setTimeout(answer, LONGEST_MS);
        timer.unref();
        waiting.add(answer);
      });
    },
    publish: fault => {
      const { number, definitions } = latest;
      latest = {
        number: number + 1,
        definitions: fault === null ? definitions + 1 : definitions,
        fault,
      };
      wake();
    },
    close: () => {
      isClosed = true;
      wake();
    },
  };
}

/** Answers a page that has read the news up to the query's `after`. */
export async function newsAnswer(news: News, search: string): Promise<Outgoing> {
  const after = new URLSearchParams(search).get('after');
  const bytes = Buffer.from(JSON.stringify(await news.next(Number(after))));
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': String(bytes.length),
  };
  return { status: 200, headers, bytes };
}
