/** GoogleSQL texts on the command line: their kept translations, and the analyser's answers for changed texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotInstalled } from '../../engines/analyst.ts';
import { PACKAGES } from '../../engines/bigquery/analyst/packages.ts';
import type { Compiled } from '../../generator/compile.ts';
import { type OnProgress, unseen } from '../../generator/core/progress.ts';
import { listed } from '../../generator/core/words.ts';
import type { Answer, Answers, Question } from '../../generator/googlesql/question.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

const FOLDER = 'googlesql';

/** The files in the output's `googlesql/` folder, by name of endpoint. Throws `Failure` if one cannot be read. */
export function keptTexts(output: string, shown: string): ReadonlyMap<string, string> {
  const folder = join(output, FOLDER);
  if (!existsSync(folder)) return new Map();
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.json'));
    return new Map(
      names.map(name => [name.slice(0, -'.json'.length), readFileSync(join(folder, name), 'utf8')]),
    );
  } catch (error) {
    throw systemFailure(error, `\`${shown}/${FOLDER}\` cannot be read`);
  }
}

/** The analyser's answers; `null` if it is not installed. `folder`: where its packages may be. */
export async function answersTo(
  questions: readonly Question[],
  folder: string,
  onProgress: OnProgress = unseen,
): Promise<Answers | null> {
  const { openAnalyser } = await import('../../engines/bigquery/analyst/analyser.ts');
  try {
    const analyser = await openAnalyser(folder);
    try {
      const answers = new Map<string, Answer>();
      for (const [i, question] of questions.entries()) {
        onProgress('analysing GoogleSQL', i, questions.length);
        answers.set(question.hash, await analyser.analyse(question));
      }
      return answers;
    } finally {
      await analyser.close();
    }
  } catch (error) {
    if (error instanceof NotInstalled) return null;
    throw error;
  }
}

const MOST = 20;

/** Throws `Failure` if texts have changed and the analyser was not asked. */
export function assertAsked({ questions }: Pick<Compiled, 'questions'>): void {
  if (questions.length === 0) return;
  const names = questions.map(({ endpoint }) => `\`${endpoint}\``);
  const more = names.length - MOST;
  const shown = listed([...names.slice(0, MOST), ...(more > 0 ? [`${more} more`] : [])]);
  const isOne = names.length === 1;
  const message = `The GoogleSQL of ${shown} was not checked: ${isOne ? 'it has' : 'they have'} changed, and the analyser is not installed`;
  const hint = `Install it with \`npm install --save-dev ${PACKAGES.join(' ')}\`, or undo the change.`;
  throw new Failure(EXIT.environment, message, { hint });
}
