/** Rows and their records as typed dictionaries in which every key is present. */

import type { ManifestColumn, ManifestField } from '../../../core/output/manifest.ts';
import { type Encoding, held, type Scalar } from '../../../core/types/scalar.ts';
import {
  type EmittedColumn,
  factOf,
  holdsNull,
  mayBeNull,
  meaningOf,
  readEncoding,
} from '../../facts/columns.ts';
import { type Code, code, joinCode } from '../../text/writer.ts';
import { docstring } from './docstring.ts';
import { claimed, isMangled, pascal } from './names.ts';
import { documented, identifier, isKeyword, literal } from './text.ts';

export interface RowTypes {
  readonly row: Code;
  /** Each definition follows those that it needs. */
  readonly definitions: readonly Code[];
  /** The types of records by their paths, joined by dots. */
  readonly records: ReadonlyMap<string, Code>;
}

/** Names that a module's annotations use. Neither types nor keys in the body of a class may have them. */
export const ANNOTATION_NAMES: readonly string[] = [
  ...[
    'Any',
    'Column',
    'Decimal',
    'Dict',
    'Iterable',
    'List',
    'Literal',
    'Optional',
    'TypedDict',
    'date',
    'datetime',
  ],
  ...['annotations', 'bool', 'float', 'int', 'parse_rows', 'parsed_rows', 'rows_parsed_by', 'str'],
];

/**
 * Returns the types of an endpoint's rows. With `plain`, returns those with values instead of the texts of instants, days and
 * decimals; records without such texts have the same type in both. `taken` are the names used in the module.
 */
export function rowTypes(
  columns: readonly ManifestColumn[],
  about: Code,
  taken: Set<string>,
  plain: RowTypes | null,
): RowTypes {
  const definitions: Code[] = [];
  const records = new Map<string, Code>();
  const typeOf = (field: EmittedColumn, above: string, within: string): Code => {
    if (field.type !== 'record') return leafType(field, plain !== null);
    const { name, fields = [] } = field;
    const path = `${above}.${name}`;
    const known = plain === null || hasTexts(fields) ? undefined : plain.records.get(path);
    return known ?? define(`${within}${pascal(name)}`, fields, path, []);
  };
  const define = (
    base: string,
    fields: readonly EmittedColumn[],
    path: string,
    words: readonly Code[],
  ) => {
    const name = claimed(base, taken, 'number');
    const entries = fields.map(field => {
      const type = typeOf(field, path, name);
      const said = fieldWords(field, plain !== null);
      if (field.array === true) return { field, said, type: code`List[${type}]` };
      return { field, said, type: mayBeNull(field) ? code`Optional[${type}]` : type };
    });
    definitions.push(definition(name, entries, words));
    records.set(path, identifier(name));
    return identifier(name);
  };
  const row = define(plain === null ? 'Row' : 'ParsedRow', columns, '', [about]);
  return { row, definitions, records };
}

const STR = code`str`;
const INT = code`int`;
const FLOAT = code`float`;
const BOOL = code`bool`;
const ANY = code`Any`;
const DATE = code`date`;
const DATETIME = code`datetime`;
const DECIMAL = code`Decimal`;

const TYPE_OF: Readonly<Record<Scalar, (encode: Encoding, isParsed: boolean) => Code>> = {
  string: () => STR,
  int64: encode => (encode === 'string' ? STR : INT),
  float64: () => FLOAT,
  decimal: (encode, isParsed) => {
    if (encode === 'number') return FLOAT;
    return isParsed ? DECIMAL : STR;
  },
  bool: () => BOOL,
  timestamp: (encode, isParsed) => {
    if (encode === 'epoch_micros' || encode === 'epoch_millis') return INT;
    return isParsed && encode !== 'string' ? DATETIME : STR;
  },
  datetime: () => STR,
  date: (_, isParsed) => (isParsed ? DATE : STR),
  json: () => ANY,
};

/** Returns the type of a value that is not a record. Items of lists and values of maps are not parsed. */
function leafType(field: EmittedColumn, isParsed: boolean): Code {
  if (field.type === 'record') throw new Error('a record has a type of its own');
  const { as, of } = held(field.type);
  if (as === 'map') return code`Dict[str, Optional[${TYPE_OF[of](readEncoding(field), false)}]]`;
  if (as === 'list') {
    const type = TYPE_OF[of](readEncoding(field), false);
    return code`List[${holdsNull(field) ? code`Optional[${type}]` : type}]`;
  }
  return TYPE_OF[of](readEncoding(field), isParsed);
}

interface Entry {
  readonly field: EmittedColumn;
  readonly said: readonly Code[];
  readonly type: Code;
}

function definition(name: string, entries: readonly Entry[], words: readonly Code[]): Code {
  if (!entries.every(({ field }) => isAttribute(field.name))) return byCall(name, entries, words);
  const lines = entries.flatMap(({ field, said, type }) => {
    const line = code`${identifier(field.name)}: ${type}`;
    return said.length === 0 ? [line] : [line, docstring(said)];
  });
  return code`
    class ${identifier(name)}(TypedDict):
        ${words.length === 0 ? [] : [docstring(words), code``]}
        ${lines}
  `;
}

/** Whether a key may be an attribute in a class's body, where it hides other names of the module. */
function isAttribute(key: string): boolean {
  const hides = ANNOTATION_NAMES.includes(key) || /^(Parsed)?Row/.test(key);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !isKeyword(key) && !isMangled(key) && !hides;
}

function byCall(name: string, entries: readonly Entry[], words: readonly Code[]): Code {
  const pairs = entries.map(({ field, type }) => code`${literal(field.name)}: ${type},`);
  const about = entries.flatMap(({ field, said }) =>
    said.length === 0 ? [] : [code`${documented(field.name)}: ${joinCode(said, '\n\n')}`],
  );
  const doc = [...words, ...about];
  return code`
    ${identifier(name)} = TypedDict(
        ${literal(name)},
        {
            ${pairs}
        },
    )
    ${doc.length === 0 ? [] : [docstring(doc)]}
  `;
}

function fieldWords(field: EmittedColumn, isParsed: boolean): readonly Code[] {
  const { unit } = field;
  const description = meaningOf(field);
  const fact = isParsed && parsedAs(field) === 'decimal' ? null : factOf(field);
  return [
    description === undefined ? null : documented(description),
    fact === null ? null : documented(fact),
    unit === undefined ? null : code`Unit: ${documented(unit)}`,
  ].filter(words => words !== null);
}

/** Lists all fields, including those of records. */
export function deepFields(fields: readonly ManifestField[]): readonly ManifestField[] {
  return fields.flatMap(field =>
    field.fields === undefined ? field : [field, ...deepFields(field.fields)],
  );
}

/** A type whose values are texts in a row and can be parsed. */
type TextType = 'timestamp' | 'date' | 'decimal';
type Path = readonly string[];
/** By type, the paths in a row at which values are texts that can be parsed. */
export type TextPaths = Readonly<Record<TextType, readonly Path[]>>;

export function textPaths(columns: readonly EmittedColumn[]): TextPaths {
  const paths: Record<TextType, Path[]> = { timestamp: [], date: [], decimal: [] };
  const visit = (fields: readonly EmittedColumn[], above: Path): void => {
    for (const field of fields) {
      const type = parsedAs(field);
      if (type !== null) paths[type].push([...above, field.name]);
      else if (field.fields !== undefined) visit(field.fields, [...above, field.name]);
    }
  };
  visit(columns, []);
  return paths;
}

function hasTexts(fields: readonly EmittedColumn[]): boolean {
  return fields.some(field => parsedAs(field) !== null || hasTexts(field.fields ?? []));
}

/** Returns the type of a value if the value is a text that can be parsed. */
function parsedAs(field: EmittedColumn): TextType | null {
  switch (field.type) {
    case 'timestamp':
    case 'date':
    case 'decimal':
      return ['rfc3339', 'plain'].includes(readEncoding(field)) ? field.type : null;
    default:
      return null;
  }
}
