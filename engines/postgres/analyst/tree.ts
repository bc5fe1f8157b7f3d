/** The tree that PostgreSQL's parser made of a statement, as it writes it: names of authors have no blanks there. */

export interface StatementTree {
  /** Whether each part only reads. */
  readonly isQuery: boolean;
  readonly isLocking: boolean;
  /** The numbers of tables and views. */
  readonly relations: readonly number[];
  /** The numbers of functions, those of operators too. */
  readonly functions: readonly number[];
}

/** The command of a query that only reads. */
const SELECT = '1';

export function readTree(text: string): StatementTree {
  const commands = [...text.matchAll(/\{QUERY\s+:commandType\s+(\d+)\s/g)].map(([, one]) => one);
  return {
    isQuery: commands.every(command => command === SELECT),
    isLocking: /\s:hasForUpdate\s+true\s/.test(text),
    relations: numbersIn(text, /\s:rtekind\s+0\s+:relid\s+(\d+)\s/g),
    functions: numbersIn(text, /\s:(?:funcid|opfuncid|aggfnoid|winfnoid)\s+(\d+)\s/g),
  };
}

/** Each once. */
function numbersIn(text: string, pattern: RegExp): readonly number[] {
  return [...new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))];
}
