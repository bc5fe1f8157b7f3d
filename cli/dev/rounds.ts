/** Runs in rounds: each round compiles the changed files, serves them and reports. */
import { setImmediate } from 'node:timers/promises';
import { counted, listed } from '../../generator/core/report/words.ts';
import type { Newsroom } from '../../server/pages/news.ts';
import { formatFailure } from '../build/fault.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { Failure } from '../terminal/exit.ts';
import type { CompileOutcome, EndpointChanges } from './compiling.ts';

export interface Rounds {
  readonly session: Session;
  readonly news: Newsroom;
  readonly compile: () => Promise<CompileOutcome>;
  /** Serves the compiled endpoints and returns their number. Rejects with `Failure` if it cannot. */
  readonly show: (of: CompileOutcome & { readonly kind: 'sound' }) => Promise<number>;
  /** Serves the endpoints without errors and returns their number. Rejects with `Failure` if it cannot. */
  readonly showRest: (of: CompileOutcome & { readonly kind: 'fault' }) => Promise<number>;
  /** Whether files are changing right now: a read may have seen half of a change. */
  readonly isStirring: () => boolean;
  /** Adopts a new configuration of the project. */
  readonly configured: (workspace: Workspace) => void;
}

/** How many rounds in a row may be abandoned for a later one. */
const MOST_GIVEN_UP = 5;

/** Returns a function that runs one round. It rejects only because of bugs. */
export function createRounds(options: Rounds): () => Promise<void> {
  const { session, news, compile, show, showRest, isStirring, configured } = options;
  let givenUp = 0;
  let told: string | null = null;
  let isFirst = true;
  const fail = (failure: Failure, rest: number) => {
    const text = formatFailure(failure);
    if (text !== told) {
      if (failure.diagnostics.length > 0) session.report(failure.diagnostics);
      else session.complain(failure.message, failure.hint);
      if (!isFirst) session.note('the endpoints stay unchanged');
      else if (rest > 0) session.note(`${counted(rest, 'endpoint')} without errors`);
    }
    told = text;
    news.publish(text);
  };
  return async () => {
    const started = performance.now();
    const outcome = await compile();
    // changes that arrived while the compiler blocked the thread are reported now
    await setImmediate();
    if (isStirring() && givenUp < MOST_GIVEN_UP) {
      givenUp += 1;
      return;
    }
    givenUp = 0;
    if (outcome.workspace !== null) configured(outcome.workspace);
    try {
      if (outcome.kind === 'fault') {
        return fail(outcome.failure, isFirst ? await showRest(outcome) : 0);
      }
      const count = await show(outcome);
      const ms = Math.round(performance.now() - started);
      const { warnings, changes } = outcome;
      if (warnings.length > 0) session.report(warnings);
      session.note(`${isFirst ? counted(count, 'endpoint') : changesText(changes)} (${ms} ms)`);
      isFirst = false;
      told = null;
      news.publish(null);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      fail(error, 0);
    }
  };
}

/** More names than this are only counted. */
const MOST_NAMED = 5;

/** The endpoints that changed, in words. */
export function changesText({ added, changed, removed }: EndpointChanges): string {
  const parts = [
    ['changed', changed],
    ['new', added],
    ['removed', removed],
  ] as const;
  const said = parts.flatMap(([word, names]) => {
    if (names.length === 0) return [];
    const shown = names.slice(0, MOST_NAMED).map(name => `\`${name}\``);
    const more = names.length - shown.length;
    return [`${word}: ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`];
  });
  return said.length === 0 ? 'no endpoint changed' : said.join('; ');
}
