/** The analysers of SQL: the one of GoogleSQL, and one for each engine's own SQL. */
import { type Analyst, NotInstalled } from '../../engines/analyst.ts';
import { ENGINES, GOOGLE_SQL, isEngine } from '../../engines/index.ts';
import { openAnalyst } from '../../engines/support/analysis.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { AnalyserQuestion } from '../../generator/resolve/questions.ts';
import { printSchema } from '../../generator/sql/schema.ts';

/** Stands for the analyser of GoogleSQL, beside the names of engines. */
const GOOGLESQL = 'googlesql';

/** The name of the analyser that answers a question. */
export function analyserOf(question: AnalyserQuestion): string {
  return question.kind === 'own' ? question.engine : GOOGLESQL;
}

/** The packages of an analyser, by their npm names; empty for an analyser that quern lacks. */
export function packagesFor(analyser: string): readonly string[] {
  if (analyser === GOOGLESQL) return GOOGLE_SQL.packages;
  return isEngine(analyser) ? (ENGINES[analyser].analyst?.packages ?? []) : [];
}

/** Opens the parser of an engine over the data sets' tables. Rejects with `NotInstalled`. `folder`: where its packages may be. */
export async function openedFor(
  engine: string,
  sources: readonly Source[],
  folder: string,
): Promise<Analyst> {
  if (!isEngine(engine)) throw new Error(`no engine is named ${engine}`);
  const { analyst, dialect } = ENGINES[engine];
  if (analyst === null) throw new NotInstalled([]);
  const there = sources.filter(({ tables }) => tables[engine] !== undefined);
  return openAnalyst(engine, { sources: there, schema: printSchema(there, dialect) }, { folder });
}
