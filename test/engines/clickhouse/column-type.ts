/**
 * Reads ClickHouse's texts of types, such as ``Tuple(path Nullable(String), `a b` Array(Int64))``.
 */

export interface ColumnType {
  readonly name: string;
  readonly arguments: readonly TypeArgument[];
}

/**
 * A numeral or quoted text among the arguments is a type without arguments, named as it is written.
 */
export interface TypeArgument {
  readonly label: string | null;
  readonly type: ColumnType;
}

export function parseColumnType(text: string): ColumnType {
  const open = text.indexOf('(');
  if (open < 0 || text.startsWith("'")) return { name: text, arguments: [] };
  if (!text.endsWith(')')) throw new Error(`no ClickHouse type: ${text}`);
  const parts = splitAtCommas(text.slice(open + 1, -1));
  return { name: text.slice(0, open), arguments: parts.map(parseArgument) };
}

const QUOTED_LABEL = /^`((?:[^`\\]|\\.)*)` (.*)$/s;
const BARE_LABEL = /^(\w+) (.*)$/s;

function parseArgument(text: string): TypeArgument {
  const [, label, rest] = QUOTED_LABEL.exec(text) ?? BARE_LABEL.exec(text) ?? [];
  if (label === undefined || rest === undefined)
    return { label: null, type: parseColumnType(text) };
  return { label: unescapeName(label), type: parseColumnType(rest) };
}

// One token at a time: quoted text as a whole, then any single character.
const TOKEN = /`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|[\s\S]/g;

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    part += token;
  }
  return [...parts, part.trim()];
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
};

function unescapeName(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
