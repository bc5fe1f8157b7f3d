/**
 * Ways to name a table, and what a project with a scope makes of each. One whose tables are those of data sets needs the condition of its
 * scope; any other is refused, whatever its conditions.
 */
import { answersTo } from '../../../../cli/questions/answers.ts';
import { type InputFile, type Resolved, resolveInputs } from '../../../../generator/compile.ts';
import type { DiagnosticCode } from '../../../../generator/core/report/codes.ts';
import type { AnalyserAnswer } from '../../../../generator/resolve/questions.ts';
import { ROOT } from '../../../support/root.ts';

/** Statements without the condition of a scope. */
export interface Ways {
  /** They read only the table of the data set `events`. */
  readonly declared: readonly string[];
  /** They answer rows of another tenant from elsewhere. */
  readonly undeclared: readonly string[];
  /** They read what no data set declares, but no rows of another tenant. */
  readonly silent: readonly string[];
}

export interface Found {
  /** The codes of the faults of the statement as it is. */
  readonly bare: readonly DiagnosticCode[];
  /** And beside a subquery that has the condition, which satisfies the check by tokens. */
  readonly beside: readonly DiagnosticCode[];
}

const COLUMNS = 'id: int64, project: string, secret: string, tags: json';

/** The faults of each statement, in a project for one engine whose parser is asked as the command line does. */
export async function faultsOf(
  statements: readonly string[],
  engine: string,
  table: string,
  proof = 'SELECT 1 AS one FROM events WHERE project = @project',
): Promise<readonly Found[]> {
  const inputs: readonly InputFile[] = [
    {
      path: 'endpoints/sources.yaml',
      bytes: `sources: { events: { tables: { ${engine}: { table: ${table} } }, scope: [project], columns: { ${COLUMNS} } } }\n`,
    },
    ...statements.flatMap((statement, i) => [
      endpoint(`bare${i}`, 2 * i, engine, statement),
      endpoint(
        `beside${i}`,
        2 * i + 1,
        engine,
        `SELECT * FROM (\n${statement}\n) AS asked, (${proof}) AS proof`,
        'params: { project: { type: string, required: true } }\n',
      ),
    ]),
  ];
  const { diagnostics } = await answered(inputs, engine);
  const codesOf = (name: string) =>
    diagnostics
      .filter(({ place }) => place.source.file === `endpoints/${name}.yaml`)
      .map(({ code }) => code);
  return statements.map((_, i) => ({ bare: codesOf(`bare${i}`), beside: codesOf(`beside${i}`) }));
}

function endpoint(
  name: string,
  index: number,
  engine: string,
  statement: string,
  params = '',
): InputFile {
  const id = `6f1d1b0e-7f0a-4f6e-9a55-${index.toString(16).padStart(12, '0')}`;
  // JSON is YAML
  const query = JSON.stringify({ [engine]: statement });
  const text = `endpoint: ${name}\nid: ${id}\n${params}query: ${query}\ncolumns: { x: string }\n`;
  return { path: `endpoints/${name}.yaml`, bytes: text };
}

async function answered(inputs: readonly InputFile[], engine: string): Promise<Resolved> {
  const dialects = [engine];
  const { questions } = resolveInputs(inputs, { dialects });
  const answers: ReadonlyMap<string, AnalyserAnswer> = await answersTo(questions, `${ROOT}/test`);
  return resolveInputs(inputs, { dialects, answers });
}

/** Of a way through the table of the data set. */
export const NEEDS_CONDITION = JSON.stringify({ bare: ['unscoped-read'], beside: [] });

const REFUSALS: readonly DiagnosticCode[] = ['undeclared-read', 'sql-statement', 'sql-placeholder'];

/** Whether a way is refused alone, and also if a condition stands beside it. */
export function isRefused({ bare, beside }: Found): boolean {
  return bare.length > 0 && beside.some(code => REFUSALS.includes(code));
}

/** The ways whose faults are not right. */
export function unlike(
  ways: readonly string[],
  found: readonly Found[],
  isRight: (one: Found) => boolean,
): readonly (Partial<Found> & { readonly way: string })[] {
  return ways.flatMap((way, i) => {
    const one = found[i];
    return one !== undefined && isRight(one) ? [] : [{ way, ...one }];
  });
}
