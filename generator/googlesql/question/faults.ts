/** Rewords the analyser's errors for the author of the text. */
import type { DiagnosticCode } from '../../core/report/diagnostics.ts';

interface Fault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string | null;
}

type Names = Readonly<Record<string, string | undefined>>;
interface Words {
  readonly of: RegExp;
  readonly code: DiagnosticCode;
  readonly message: (names: Names) => string;
  readonly hint?: (names: Names) => string | null;
}

const ADVICE = String.raw`(?:; Did you mean (?<meant>[^?]+)\?)?`;

function meant({ meant: name }: Names): string | null {
  return name === undefined ? null : `Did you mean \`${bare(name)}\`?`;
}

/** The pseudo column of a wildcard table is one only if the data set declares it. */
function suffixHint({ name }: Names): string | null {
  if (!/(?:^|\.)_table_suffix$/i.test(bare(name))) return null;
  return 'Declare it in the data set, as in `_TABLE_SUFFIX: string`.';
}

/** Keywords that are more often a clause in a wrong place than the name of a column. */
const CLAUSES =
  /^(?:SELECT|FROM|WHERE|JOIN|ON|GROUP|HAVING|ORDER|LIMIT|UNION|WITH|AS|AND|OR|CASE|WHEN|THEN|ELSE|END)$/;

/** Hints for what other engines read. */
function habitHint(words: string): string | null {
  const [, keyword = ''] = /keyword (\w+)$/.exec(words) ?? [];
  if (keyword !== '' && !CLAUSES.test(keyword))
    return `\`${keyword}\` is a keyword: write a column of that name between backticks.`;
  if (/got identifier "ILIKE"/i.test(words)) return "Write `LOWER(x) LIKE '%a%'`.";
  return /(?:got|unexpected) ":"$/i.test(words) ? 'Write `CAST(x AS STRING)`.' : null;
}

/** Removes the analyser's own quotes. */
function bare(name: string | undefined): string {
  return (name ?? '').replaceAll('`', '');
}

/** Reads `operator = for argument types: INT64, STRING. Supported …`, or the form with the types on their own line. */
function signatureOf(call: string): { readonly name: string; readonly taken: string } {
  const [kind = '', types = ''] = call.split(/(?: for argument types: |Argument types: )/, 2);
  const [taken = ''] = types.split(/\.|Signature/, 1);
  const [words = ''] = kind.split('.', 1);
  const name = words.trim().split(' ').at(-1) ?? '';
  return { name, taken: taken.trim() };
}

/** How a text reads the nearest value that is not NULL. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  LAG: 'Write `LAST_VALUE(x IGNORE NULLS) OVER (ORDER BY … ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`.',
  LEAD: 'Write `FIRST_VALUE(x IGNORE NULLS) OVER (ORDER BY … ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`.',
};

const KNOWN: readonly Words[] = [
  {
    of: new RegExp(`^Unrecognized name: (?<name>[^;]+)${ADVICE}`),
    code: 'unknown-column',
    message: ({ name }) => `There is no column \`${bare(name)}\` here`,
    hint: names => suffixHint(names) ?? meant(names),
  },
  {
    of: new RegExp(`^Name (?<name>\\S+) not found inside (?<table>[^;\\s]+)${ADVICE}`),
    code: 'unknown-column',
    message: ({ name, table }) => `\`${bare(table)}\` has no column \`${bare(name)}\``,
    hint: meant,
  },
  {
    of: /^Field name (?<name>\S+) does not exist in STRUCT/,
    code: 'unknown-column',
    message: ({ name }) => `The record has no field \`${bare(name)}\``,
  },
  {
    of: /^Cannot access field (?<name>\S+) on a value with type (?<type>\w+)/,
    code: 'unknown-column',
    message: ({ name, type }) => `A value of type ${type} has no field \`${bare(name)}\``,
    hint: ({ type }) => (type === 'ARRAY' ? 'Read its items: `UNNEST(…) AS name`.' : null),
  },
  {
    of: new RegExp(`^Table not found: (?<name>[^;]+)${ADVICE}`),
    code: 'unknown-source',
    message: ({ name }) => `There is no data set \`${bare(name)}\``,
    hint: names =>
      meant(names) ?? 'Declare its table in `sources.yaml`, under the name that the text uses.',
  },
  {
    of: new RegExp(`^Function not found: (?<name>[^;]+)${ADVICE}`),
    code: 'unknown-function',
    message: ({ name }) => `There is no function \`${bare(name)}\``,
    hint: names =>
      meant(names) ?? 'Declare a function of the project under `functions` in `sources.yaml`.',
  },
  {
    of: /^No matching signature for (?<call>.*)$/s,
    code: 'type-mismatch',
    message: ({ call = '' }) => {
      const { name, taken } = signatureOf(call);
      const what = taken === '' ? 'these values' : taken.replace(/, ([^,<>]*)$/, ' and $1');
      return `\`${bare(name)}\` does not take ${what}`;
    },
  },
  {
    of: /^(?:SELECT list|ORDER BY|HAVING|QUALIFY)\S* ?(?:clause )?expression references (?:column )?(?<name>\S+) which is (?:neither|not) grouped/,
    code: 'not-grouped',
    message: ({ name }) => `\`${bare(name)}\` is neither grouped nor aggregated`,
    hint: () => 'Add it to GROUP BY, or aggregate it.',
  },
  {
    of: /^Partitioning by expressions of type (?<type>\S+) is not allowed/,
    code: 'type-mismatch',
    message: ({ type }) => `PARTITION BY does not take a ${type}`,
    hint: ({ type }) => (type === 'FLOAT64' ? 'Write `CAST(x AS INT64)` or a text.' : null),
  },
  {
    of: /^Aggregate function (?<name>\S+) not allowed in (?<clause>.+?)(?: clause)?$/,
    code: 'misplaced-aggregate',
    message: ({ name, clause }) => `\`${bare(name)}\` is not allowed in ${clause}`,
  },
  {
    of: /^IGNORE NULLS and RESPECT NULLS are not allowed for \w+ function (?<name>\S+)/,
    code: 'sql-not-known',
    message: ({ name }) =>
      `\`${bare(name).toUpperCase()}\` takes neither IGNORE NULLS nor RESPECT NULLS`,
    hint: ({ name }) => NEIGHBOURS[bare(name).toUpperCase()] ?? null,
  },
  {
    of: /^Function is built in: (?<name>\S+)/,
    code: 'duplicate-name',
    message: ({ name }) => `GoogleSQL itself has a function \`${bare(name)}\``,
    hint: () => 'Give the function another name.',
  },
  {
    of: /The function [^\s:]+:(?<name>\S+) is recursive/,
    code: 'sql-statement',
    message: ({ name }) => `\`${bare(name)}\` calls itself`,
  },
  {
    of: /^SELECT without FROM clause cannot use (?:aggregation|analytic functions)/,
    code: 'misplaced-aggregate',
    message: () => 'There are no rows to aggregate here',
  },
  {
    of: /^GROUP BY ALL is not supported/,
    code: 'sql-not-known',
    message: () => 'The analyser does not know what `GROUP BY ALL` means beside `*`',
    hint: () => 'List the columns in `SELECT`, or their places: `GROUP BY 1, 2`.',
  },
  {
    of: /^Column name (?<name>\S+) is ambiguous/,
    code: 'duplicate-name',
    message: ({ name }) => `\`${bare(name)}\` may be a column of several tables`,
    hint: () => 'Put the name of the table before it.',
  },
  {
    of: /^Statement not supported: /,
    code: 'sql-statement',
    message: () => 'The text is not a query: write one SELECT, optionally after WITH',
  },
  {
    of: /^Syntax error: Unexpected end of (?:statement|script)/,
    code: 'sql-statement',
    message: () => 'The statement is incomplete',
  },
  {
    of: /^Syntax error: (?<words>.*)$/,
    code: 'sql-statement',
    message: ({ words }) => `The query cannot be read: ${lower(words ?? '')}`,
    hint: ({ words = '' }) => habitHint(words),
  },
];

const LONGEST = 300;

/** `message` is from the analyser and may quote the text. */
export function explainFault(message: string): Fault {
  const line = message
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('TEMPLATED_SQL_FUNCTION:', '')
    .slice(0, LONGEST);
  const [, name, inside] = IN_FUNCTION.exec(line) ?? [];
  if (name === undefined || inside === undefined) return faultOf(line);
  const fault = faultOf(inside);
  return { ...fault, message: `In the function \`${name}\`: ${lower(fault.message)}` };
}

/** A fault of a function that a text calls; functions between them are left out. */
const IN_FUNCTION =
  /^Invalid function (\S+) .*Analysis of function \S+ failed(?: \[at \d+:\d+\])?; (.+)$/;

function faultOf(line: string): Fault {
  for (const { of, code, message: words, hint } of KNOWN) {
    const found = of.exec(line);
    if (found === null) continue;
    const names = found.groups ?? {};
    return { code, message: words(names), hint: hint?.(names) ?? null };
  }
  return {
    code: 'sql-not-known',
    message: `The GoogleSQL analyser rejects the statement: ${lower(line)}`,
    hint: 'Write it differently.',
  };
}

function lower(words: string): string {
  return words.replace(/^[A-Z](?=[a-z ])/, letter => letter.toLowerCase());
}
