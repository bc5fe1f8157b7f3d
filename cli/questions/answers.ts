/** Puts the questions of a compilation to the engines' analysers. */
import { type Analyst, NotInstalled } from '../../engines/analyst.ts';
import { GOOGLE_SQL } from '../../engines/index.ts';
import type { Compiled } from '../../generator/compile.ts';
import { type OnProgress, unseen } from '../../generator/core/report/progress.ts';
import { listed } from '../../generator/core/report/words.ts';
import type { GoogleSqlQuestion } from '../../generator/googlesql/question/question.ts';
import type { OwnAnswer, OwnQuestion } from '../../generator/own/question.ts';
import type {
  AnalyserAnswer,
  AnalyserQuestion,
  Answers,
} from '../../generator/resolve/questions.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { analyserOf, openedFor, packagesFor } from './analysers.ts';

/** The answers of the analysers that are installed. `folder`: where their packages may be. */
export async function answersTo(
  questions: readonly AnalyserQuestion[],
  folder: string,
  onProgress: OnProgress = unseen,
): Promise<Answers> {
  const answers = new Map<string, AnalyserAnswer>();
  const texts = questions.filter(question => question.kind === 'googlesql');
  if (texts.length > 0) await askGoogleSql(texts, folder, answers, onProgress);
  const own = questions.filter(question => question.kind === 'own');
  for (const engine of new Set(own.map(question => question.engine)))
    await askEngine(
      engine,
      own.filter(question => question.engine === engine),
      folder,
      answers,
      onProgress,
    );
  return answers;
}

async function askGoogleSql(
  questions: readonly GoogleSqlQuestion[],
  folder: string,
  answers: Map<string, AnalyserAnswer>,
  onProgress: OnProgress,
): Promise<void> {
  const { default: opener } = await GOOGLE_SQL.analyser();
  const analyser = await unlessMissing(opener.open(folder, null));
  if (analyser === null) return;
  try {
    for (const [i, question] of questions.entries()) {
      onProgress('analysing GoogleSQL', i, questions.length);
      answers.set(question.hash, await analyser.analyse(question));
    }
  } finally {
    await analyser.close();
  }
}

async function askEngine(
  engine: string,
  questions: readonly OwnQuestion[],
  folder: string,
  answers: Map<string, AnalyserAnswer>,
  onProgress: OnProgress,
): Promise<void> {
  const [first] = questions;
  if (first === undefined) return;
  const analyst = await unlessMissing(openedFor(engine, first.sources, folder));
  if (analyst === null) return;
  try {
    for (const [i, question] of questions.entries()) {
      onProgress(`asking the parser of ${engine}`, i, questions.length);
      answers.set(question.hash, await answerOf(question, analyst));
    }
  } finally {
    await analyst.close();
  }
}

async function answerOf({ texts }: OwnQuestion, analyst: Analyst): Promise<OwnAnswer> {
  const answer: OwnAnswer[number][] = [];
  for (const text of texts) answer.push(await analyst.analyse(text));
  return answer;
}

async function unlessMissing<T>(opening: Promise<T>): Promise<T | null> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof NotInstalled) return null;
    throw error;
  }
}

const MOST = 20;

/** Throws `Failure` if SQL has changed and its analyser was not asked. */
export function assertAsked({ questions }: Pick<Compiled, 'questions'>): void {
  const [first] = questions;
  if (first === undefined) return;
  const alike = questions.filter(question => analyserOf(question) === analyserOf(first));
  const names = [...new Set(alike.map(({ endpoint }) => `\`${endpoint}\``))];
  const more = names.length - MOST;
  const shown = listed([...names.slice(0, MOST), ...(more > 0 ? [`${more} more`] : [])]);
  const changed = names.length === 1 ? 'it is new or has changed' : 'they are new or have changed';
  const { sql, analyser } = wordsFor(first);
  const packages = packagesFor(analyserOf(first)).join(' ');
  if (packages === '') {
    const message = `The ${sql} of ${shown} cannot be checked for a \`scope\`: there is no ${analyser}`;
    const hint = 'Use the language or GoogleSQL, or declare `unscoped: true`.';
    throw new Failure(EXIT.environment, message, { hint });
  }
  const message = `The ${sql} of ${shown} was not checked: ${changed}, and the ${analyser} is not installed`;
  const hint = `Install it with \`npm install --save-dev ${packages}\`, or undo the change.`;
  throw new Failure(EXIT.environment, message, { hint });
}

function wordsFor(question: AnalyserQuestion): { readonly sql: string; readonly analyser: string } {
  if (question.kind === 'googlesql') return { sql: 'GoogleSQL', analyser: 'analyser' };
  return { sql: 'own SQL', analyser: `parser of ${question.engine}` };
}
