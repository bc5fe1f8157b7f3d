/**
 * The fields of ZetaSQL's resolved trees, read from the package's `.proto` files, and trees with one more of them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = createRequire(import.meta.url).resolve('@fivetrandevelopers/zetasql/package.json');
const FOLDER = join(dirname(PACKAGE), 'lib/zetasql/protos/zetasql/resolved_ast');

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isList: boolean;
  /** The message that declares it. */
  readonly of: string;
}

const MESSAGES: ReadonlyMap<string, readonly Field[]> = new Map(
  ['resolved_ast.proto', 'serialization.proto'].flatMap(file => messagesOf(textOf(file))),
);
/** Names of values by `Message.Enum`. */
const ENUMS: ReadonlyMap<string, readonly string[]> = enumsOf(textOf('resolved_ast_enums.proto'));

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8').replace(/\/\/[^\n]*/g, '');
}

function messagesOf(text: string): readonly (readonly [string, readonly Field[]])[] {
  return text
    .split(/^message /m)
    .slice(1)
    .map(part => {
      const of = part.slice(0, part.indexOf(' '));
      const lines = part.matchAll(/^\s+(optional |repeated |)([\w.]+) (\w+) = \d+/gm);
      const fields = [...lines].map(([, label = '', type = '', name = '']) => {
        return { name, type, isList: label === 'repeated ', of };
      });
      return [of, fields] as const;
    });
}

function enumsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const found = text
    .split(/^message /m)
    .slice(1)
    .flatMap(part => {
      const of = part.slice(0, part.indexOf(' '));
      return [...part.matchAll(/enum (\w+) \{([^}]*)\}/g)].map(([, name = '', body = '']) => {
        const values = [...body.matchAll(/(\w+) = /g)].map(([, value = '']) => value);
        return [`${of}.${name}`, values] as const;
      });
    });
  return new Map(found);
}

/** The fields of a message and of those that it extends. */
function fieldsOf(type: string): readonly Field[] {
  const own = MESSAGES.get(type) ?? [];
  const parent = own.find(({ name }) => name === 'parent');
  const inherited = parent === undefined ? [] : fieldsOf(parent.type);
  return [...own.filter(({ name }) => name !== 'parent'), ...inherited];
}

/** The kinds of nodes that a field of the type may hold, each as the names under which it stands. */
export function kindsOf(type: string): readonly (readonly string[])[] {
  return (MESSAGES.get(type) ?? []).flatMap(field =>
    field.type.startsWith('AnyResolved')
      ? kindsOf(field.type).map(names => [field.name, ...names])
      : [[field.name]],
  );
}

type Path = readonly (string | number)[];
type Message = Readonly<Record<string, unknown>>;

export interface Change {
  /** `Message.field`, by the message that declares it. */
  readonly field: string;
  /** The kind of the message that has it. */
  readonly kind: string;
  readonly value: unknown;
  /** The tree with the field. */
  readonly apply: () => unknown;
}

/** Every field that `tree` could have and has not, and every other choice that it could have made. */
export function changesOf(tree: unknown): readonly Change[] {
  const changes: Change[] = [];
  const visit = (value: unknown, type: string, path: Path): void => {
    if (!isMessage(value)) return;
    const isAny = type.startsWith('AnyResolved');
    for (const field of isAny ? (MESSAGES.get(type) ?? []) : fieldsOf(type)) {
      const [held, at] = heldIn(value, field.name, path);
      if (!isAny && (!isSet(held) || ENUMS.has(field.type)))
        for (const one of valuesOf(field).filter(value => value !== held))
          changes.push({
            field: `${field.of}.${field.name}`,
            kind: type,
            value: one,
            apply: () => withValue(tree, [...path, field.name], field.isList ? [one] : one),
          });
      const items = Array.isArray(held) ? held : [held];
      for (const [i, item] of items.entries())
        visit(item, field.type, field.isList ? [...at, i] : at);
    }
  };
  visit(tree, 'AnyResolvedStatementProto', []);
  return changes;
}

/** The field, which may stand in what the message extends. */
function heldIn(value: Message, name: string, path: Path): readonly [unknown, Path] {
  if (isSet(value[name])) return [value[name], [...path, name]];
  const { parent } = value;
  return isMessage(parent) ? heldIn(parent, name, [...path, 'parent']) : [null, path];
}

function valuesOf({ type }: Field): readonly unknown[] {
  if (type === 'bool') return [true];
  if (/^u?int(32|64)$/.test(type)) return ['7'];
  if (type === 'string') return ['other'];
  const values = ENUMS.get(type);
  // the first is that of a field that is not set
  return values === undefined ? [{ other: true }] : values.slice(1);
}

function withValue(of: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(of))
    return of.map((item, i) => (i === first ? withValue(item, rest, value) : item));
  const message = isMessage(of) ? of : {};
  return { ...message, [first]: withValue(message[first], rest, value) };
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return ![null, undefined, '', false, 0, '0'].includes(value as null);
}

/** `tree` with an empty node of another kind wherever it has one named `name`. */
export function inPlaceOf(tree: unknown, name: string, names: readonly string[]): unknown {
  if (Array.isArray(tree)) return tree.map(item => inPlaceOf(item, name, names));
  if (!isMessage(tree)) return tree;
  if (Object.keys(tree).length === 1 && name in tree)
    return names.reduceRight<unknown>((inside, one) => ({ [one]: inside }), {});
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, inPlaceOf(value, name, names)]),
  );
}

/** The fields that a plan may be the same with and without, and why. */
export const WITHOUT_MEANING: Readonly<Record<string, string>> = {
  'ResolvedAnalyticFunctionCallProto.window_frame': 'functions of ranks have none',
  'ResolvedCastProto.return_null_on_error': 'a cast that cannot fail',
  'ResolvedColumnRefProto.is_correlated': 'a column is found by its number alone',
  'ResolvedGetStructFieldProto.field_expr_is_positional': 'how the text names the field',
  'ResolvedLiteralProto.float_literal_id': 'the digits as they are written',
  'ResolvedLiteralProto.has_explicit_type': 'how the text writes the literal',
  'ResolvedLiteralProto.preserve_in_literal_remover': 'of the analyser itself',
  'ResolvedNodeProto.parse_location_range': 'the place of the node',
  'ResolvedOrderByItemProto.null_order': 'NULLs where they are by themselves',
  'ResolvedScanProto.column_list': 'the columns that are read above',
  'ResolvedScanProto.is_ordered': 'follows from the scan',
  'ResolvedSetOperationScanProto.column_match_mode': 'each part lists its columns in their order',
  'ResolvedSetOperationScanProto.column_propagation_mode': 'the same',
  'ResolvedSubqueryExprProto.parameter_list': 'the columns that it reads say so themselves',
  'ResolvedWindowFrameExprProto.boundary_type': 'both ends may be open',
  'ResolvedWindowFrameProto.frame_unit': 'a frame of all rows',
};
