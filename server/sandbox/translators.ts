/** Translates callers' statements in a few processes. It starts another one when all others are busy. */
import { createLimiter, type Limiter } from '../answers/running/limiter.ts';
import { NoSandbox, Refused } from './refused.ts';
import type { TranslatedStatement, TranslationRequest } from './statement.ts';
import { type FromTranslator, startTranslator, type TranslatorProcess } from './translator.ts';

export interface Translators extends Pick<Limiter, 'stop'> {
  /**
   * Rejects with `Refused` for a statement that may not run, with `NoSandbox` if the analyser is not installed or does not
   * start, and otherwise as a `Limiter` does, in which `key` takes its turn.
   */
  readonly translate: (
    asked: TranslationRequest,
    key: string,
    signal: AbortSignal,
  ) => Promise<TranslatedStatement>;
  /** Starts a process, so that the first statement finds one. Rejects with `NoSandbox`. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TranslatorsOptions {
  /** A folder that may have packages that quern itself lacks. */
  readonly folder: string;
  /** The most statements that are translated at once, and the most that wait. */
  readonly concurrency: number;
  readonly queue: number;
}

const MOST = 4;

interface Place {
  /** The process, from its start to its end. */
  translator: Promise<TranslatorProcess> | null;
  isBusy: boolean;
}

export function createTranslators(options: TranslatorsOptions): Translators {
  const concurrency = Math.min(options.concurrency, MOST);
  const limiter = createLimiter({ concurrency, queue: options.queue });
  const places = Array.from({ length: concurrency }, (): Place => {
    return { translator: null, isBusy: false };
  });
  let isClosed = false;
  /** Replaces a process that ends. If it does not start, the next statement tries again. */
  const opened = (place: Place): Promise<TranslatorProcess> => {
    const opening = open(options.folder);
    place.translator = opening;
    opening.then(
      async translator => {
        if (isClosed) await translator.end();
        await translator.ended;
        place.translator = null;
        if (!isClosed) await opened(place).catch(() => {});
      },
      () => {
        place.translator = null;
      },
    );
    return opening;
  };
  const translatorOf = (place: Place) => place.translator ?? opened(place);
  const translate = async (asked: TranslationRequest): Promise<TranslatedStatement> => {
    if (isClosed) throw new NoSandbox('The service is stopping.');
    const place = freeOf(places);
    place.isBusy = true;
    try {
      const { ask } = await translatorOf(place);
      return madeOf(await ask(asked));
    } finally {
      place.isBusy = false;
    }
  };
  return {
    // all are alike here, so none has to leave places to another kind
    translate: (asked, key, signal) =>
      limiter.run({ key, most: null, kind: 'usual' }, signal, () => translate(asked)),
    prepare: async () => {
      await translatorOf(freeOf(places));
    },
    stop: limiter.stop,
    close: async () => {
      isClosed = true;
      const all = await Promise.allSettled(places.map(({ translator }) => translator));
      await Promise.all(all.map(one => (one.status === 'fulfilled' ? one.value?.end() : null)));
    },
  };
}

/** A place with a process, if possible. There is one, because the limiter admits as many statements as there are places. */
function freeOf(places: readonly Place[]): Place {
  const free = places.filter(({ isBusy }) => !isBusy);
  const place = free.find(({ translator }) => translator !== null) ?? free[0];
  if (place === undefined) throw new Error('every translator is busy');
  return place;
}

function madeOf(answer: FromTranslator | 'late' | 'gone'): TranslatedStatement {
  if (answer === 'late') throw new Refused('It takes too long to read the statement.');
  if (answer === 'gone') throw new Refused('It takes too much memory to read the statement.');
  if (answer === 'ready') throw new Error('a translator started twice');
  if ('refused' in answer) throw new Refused(answer.refused);
  if ('failed' in answer) throw new Error(answer.failed);
  return answer.made;
}

async function open(folder: string): Promise<TranslatorProcess> {
  const { GOOGLE_SQL } = await import('../../engines/index.ts');
  try {
    await GOOGLE_SQL.requireInstalled(folder);
  } catch (cause) {
    throw new NoSandbox(
      'Statements of callers cannot be read: the analyser of GoogleSQL is not installed.',
      { cause },
    );
  }
  return startTranslator(folder);
}
