/** The rollups of a project: whether an engine reads the copies that it keeps, and which copies nothing reads. */
import { type Deadline, type Engine, EngineFailure } from '../../engines/engine.ts';
import { dialectOf } from '../../generator/compile-specs.ts';
import type { Rollup, Source } from '../../generator/core/spec/source.ts';
import { rollupsOn } from '../../generator/sql/print/kept-rollups.ts';
import { oldCopies, rollupName, wholeRollup } from '../../generator/sql/print/rollups.ts';
import { type Finding, note, ok } from './finding.ts';

/** Asks the engine what it reads for a statement that each rollup answers alone. Empty for engines whose copies quern keeps. */
export async function rollupFindings(
  name: string,
  engine: Engine,
  sources: readonly Source[],
  deadline: Deadline,
): Promise<readonly Finding[]> {
  const dialect = dialectOf(name);
  const kept = sources.flatMap(source =>
    rollupsOn(source, dialect)
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ rollup }) => ({ source, rollup })),
  );
  const findings: Finding[] = [];
  for (const { source, rollup } of kept)
    findings.push(...(await findingOf(name, engine, source, rollup, deadline)));
  for (const source of sources)
    findings.push(...(await unreadCopies(name, engine, source, deadline)));
  return findings;
}

/** Copies of definitions that the project no longer has: the engine fills them with every insert. */
async function unreadCopies(
  name: string,
  engine: Engine,
  source: Source,
  deadline: Deadline,
): Promise<readonly Finding[]> {
  const copies = oldCopies(source, dialectOf(name));
  if (copies === null) return [];
  try {
    const limits = { ...deadline, ...MOST, label: LABEL };
    const { rows } = await engine.run({ sql: copies.named, values: [] }, limits);
    return rows.flatMap(([cell]) => {
      const copy = String(cell);
      const of = copies.rollupOf(copy);
      if (of === null) return [];
      const fact = `it keeps \`${copy}\`, a copy of another definition of the rollup \`${of}\` of \`${source.name}\``;
      return [note(name, fact, `Drop it if no other project reads it: \`${copies.drop(copy)}\`.`)];
    });
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    const fact = `it cannot say which copies of rollups \`${source.name}\` has: ${error.message}`;
    return [note(name, fact, null)];
  }
}

/** A table has few projections. */
const MOST = { maxRows: 1_000, maxBytes: 1_000_000 };
const LABEL = { endpoint: 'doctor', request: 'quern-doctor' };

async function findingOf(
  name: string,
  engine: Engine,
  source: Source,
  rollup: Rollup,
  deadline: Deadline,
): Promise<readonly Finding[]> {
  const of = `the rollup \`${rollup.name}\` of \`${source.name}\``;
  try {
    const why = await whyNotRead(engine, source, rollup, deadline);
    if (why === undefined) return [];
    if (why === null) return [ok(name, `it reads ${of}`)];
    const fact = `it reads the entries in place of ${of}`;
    if (why !== '') return [note(name, `${fact}: \`${why}\``, null)];
    const remedy = `Run \`sql/${name}/rollups.sql\` of the generated files, which also fills it.`;
    return [note(name, fact, remedy)];
  } catch (error) {
    // a table that is missing is a finding of its own
    if (!(error instanceof EngineFailure)) throw error;
    return [note(name, `it cannot say whether it reads ${of}: ${error.message}`, null)];
  }
}

/** `null`: the engine reads the copy. Else the engine's reason, empty if it has none; `undefined` if it does not say. */
async function whyNotRead(
  engine: Engine,
  source: Source,
  rollup: Rollup,
  deadline: Deadline,
): Promise<string | null | undefined> {
  const dialect = dialectOf(engine.name);
  const isRead = dialect.rollups?.isRead ?? null;
  const statement = { sql: wholeRollup(rollup, source, dialect), values: [] };
  const copy = rollupName(rollup, source, dialect);
  if (isRead !== null) return isRead(await engine.explain(statement, deadline), copy) ? null : '';
  const copies = await engine.copies?.(statement, { ...deadline, ...MOST, label: LABEL });
  if (copies === undefined) return undefined;
  return copies.has(copy) ? copies.get(copy) : '';
}
