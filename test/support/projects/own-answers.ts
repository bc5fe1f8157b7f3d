/** Answers of engines' parsers for tests that start no engine: the tables that the tokens of a text show. */
import { DIALECTS } from '../../../engines/index.ts';
import type { Compiled } from '../../../generator/compile.ts';
import type { OwnAnswer } from '../../../generator/own/question.ts';
import { tablesIn } from '../../../generator/own/tables.ts';
import { splitTokens } from '../../../generator/own/tokens.ts';

export function ownAnswers({ questions }: Pick<Compiled, 'questions'>): Map<string, OwnAnswer> {
  const own = questions.filter(question => question.kind === 'own');
  return new Map(
    own.map(({ engine, texts, hash }) => [hash, texts.map(({ sql }) => readsOf(sql, engine))]),
  );
}

function readsOf(text: string, engine: string): OwnAnswer[number] {
  const lexis = DIALECTS.get(engine)?.own;
  if (lexis === undefined) throw new Error(`no dialect is named ${engine}`);
  const tables = tablesIn([{ text, tokens: splitTokens(text, lexis) }]).map(({ parts }) => parts);
  return { kind: 'understood', tables, hidden: [] };
}
