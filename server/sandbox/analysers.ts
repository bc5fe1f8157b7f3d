/** The analyser of callers' statements. It has a few servers and starts another one when all others are busy. */
import type { Analyser } from '../../engines/bigquery/analyst/analyser.ts';
import type { Answer } from '../../generator/googlesql/question.ts';
import { NoSandbox } from './refused.ts';
import type { Analyse } from './statement.ts';

export interface Analysers {
  /** Rejects with `NoSandbox` if the analyser is not installed or does not start. */
  readonly analyse: Analyse;
  readonly close: () => Promise<void>;
}

const MOST = 4;

interface Place {
  readonly analyser: Promise<Analyser>;
  waiting: number;
}

/** `folder` may have packages that quern itself lacks. */
export function createAnalysers(folder: string): Analysers {
  const places: Place[] = [];
  let isClosed = false;
  const open = async (): Promise<Analyser> => {
    const { openAnalyser } = await import('../../engines/bigquery/analyst/analyser.ts');
    return openAnalyser(folder);
  };
  const opened = (): Place => {
    const place: Place = { analyser: open(), waiting: 0 };
    places.push(place);
    // a server that does not start is removed, so that the next request tries again
    place.analyser.catch(() => places.splice(places.indexOf(place), 1));
    return place;
  };
  const free = (): Place => {
    const [least] = [...places].sort((a, b) => a.waiting - b.waiting);
    if (least !== undefined && (least.waiting === 0 || places.length === MOST)) return least;
    return opened();
  };
  const analyse: Analyse = async (sql, tables): Promise<Answer> => {
    if (isClosed) throw new NoSandbox('The service is stopping.');
    const place = free();
    place.waiting += 1;
    try {
      const { analyse } = await place.analyser.catch(notThere);
      return await analyse({ sql, tables, params: [] });
    } finally {
      place.waiting -= 1;
    }
  };
  return {
    analyse,
    close: async () => {
      isClosed = true;
      const all = await Promise.allSettled(places.map(({ analyser }) => analyser));
      await Promise.all(all.map(one => (one.status === 'fulfilled' ? one.value.close() : null)));
    },
  };
}

async function notThere(cause: unknown): Promise<never> {
  const { NotInstalled } = await import('../../engines/analyst.ts');
  const why =
    cause instanceof NotInstalled
      ? 'the analyser of GoogleSQL is not installed'
      : 'the analyser of GoogleSQL does not start';
  throw new NoSandbox(`Statements of callers cannot be read: ${why}.`, { cause });
}
