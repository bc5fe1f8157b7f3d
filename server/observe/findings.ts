/** Compares declared columns with the engine's catalogue, to find differences that prevent correct answers. */
import type { CatalogueColumn } from '../../engines/engine.ts';
import { lackText } from '../../engines/support/lack-text.ts';
import type { ManifestField, ManifestStored } from '../../generator/core/output/manifest.ts';
import { nearest } from '../../generator/core/report/suggestion.ts';
import { held, type Type } from '../../generator/core/types/scalar.ts';

interface Comparison {
  /** The data set's columns. */
  readonly declared: readonly ManifestField[];
  /** Paths of the columns and fields that the endpoint's statements read, joined by a dot. */
  readonly reads: readonly string[];
  readonly records: 'nested' | 'repeated';
  readonly engine: string;
  readonly found: readonly CatalogueColumn[];
}

export interface TableFinding {
  /**
   * `warning`: statements read the column right, but without the conversion that `add` declares; or as NULL, because no
   * file has it.
   */
  readonly severity: 'error' | 'warning';
  readonly told: string;
  /** The path of the column or field. */
  readonly path: readonly string[];
  /** The `stored` that removes the finding; `null` if none does. */
  readonly add: StoredLine | null;
  /** The column of the table that a missing one may mean. */
  readonly near?: string;
}
export interface StoredLine {
  /** The path of the column or field. */
  readonly path: readonly string[];
  readonly engine: string;
  readonly type: string;
}

/** Lists findings in the order of `reads`. Reports a record with a fault once for all its fields. */
export function listFindings(comparison: Comparison): readonly TableFinding[] {
  const found = comparison.reads.flatMap(path => findingsAt(comparison, path.split('.')));
  return [...new Map(found.map(finding => [finding.told, finding])).values()];
}

function findingsAt(
  { declared, records, engine, found }: Comparison,
  path: readonly string[],
): readonly TableFinding[] {
  let fields: readonly ManifestField[] = declared;
  let columns: readonly CatalogueColumn[] = found;
  for (const [depth, name] of path.entries()) {
    const here = path.slice(0, depth + 1);
    const fault = (words: string) => errorAt(here, words);
    const field = fields.find(one => one.name === name);
    const stored = field?.stored?.[engine] ?? {};
    const column = columnNamed(columns, stored.name ?? name);
    if (column === undefined) return absent(here, stored, columns);
    if (field === undefined) return [];
    if (column.inNoFile === true)
      return [
        {
          ...absence(field, column.name, here),
          ...nearOf(column.name, columns.filter(isUndeclared)),
        },
      ];
    // nothing is known of what is in it
    if (field.type === 'record' && column.isOpen === true) return [];
    if (field.list === true) return listOfFindings(field, column, { at: here, engine });
    const words = field.type === 'record' ? recordFault(column, records) : null;
    if (words !== null) return fault(words);
    if (field.type === 'record' && column.isTyped === true && stored.type === undefined)
      return [leafAt(untyped(column), column, here, engine)];
    const leaf = field.type === 'record' ? null : leafFinding(field, column, { ...stored, engine });
    if (leaf !== null) return [leafAt(leaf, column, here, engine)];
    if (column.lackedBy !== undefined) return fault(`is ${lackText(column.lackedBy)}`);
    fields = field.fields ?? [];
    columns = column.fields ?? [];
  }
  return [];
}

function errorAt(path: readonly string[], words: string): readonly TableFinding[] {
  return [{ severity: 'error', told: `\`${path.join('.')}\` ${words}`, path, add: null }];
}

function absent(
  path: readonly string[],
  { name }: ManifestStored,
  columns: readonly CatalogueColumn[],
): readonly TableFinding[] {
  const words = name === undefined ? 'is missing' : `is missing: the table has no \`${name}\``;
  const near = nearOf(name ?? path.at(-1) ?? '', columns);
  return errorAt(path, words).map(finding => ({ ...finding, ...near }));
}

function nearOf(name: string, columns: readonly CatalogueColumn[]): Pick<TableFinding, 'near'> {
  const near = nearest(
    name,
    columns.map(column => column.name),
  );
  return near === null ? {} : { near };
}

function isUndeclared(column: CatalogueColumn): boolean {
  return column.isUndeclared === true;
}

function leafAt(
  { severity, words, isFixed }: LeafFinding,
  { kinds }: CatalogueColumn,
  path: readonly string[],
  engine: string,
): TableFinding {
  const add = isFixed ? { path, engine, type: kinds.written } : null;
  const line = add === null ? '' : `: add \`${storedLine(add)}\``;
  return { severity, told: `\`${path.join('.')}\` ${words}${line}`, path, add };
}

/** Compares a list of records with all its fields, of which statements may read any. */
function listOfFindings(
  { fields = [] }: ManifestField,
  column: CatalogueColumn,
  { at, engine }: { readonly at: readonly string[]; readonly engine: string },
): readonly TableFinding[] {
  if (column.fields === null)
    return errorAt(at, `is ${column.type}, and a list of records is declared`);
  if (column.isList === false) return errorAt(at, 'is a record, and a list of records is declared');
  return ofFields(fields, column.fields, at);

  function ofFields(
    declared: readonly ManifestField[],
    found: readonly CatalogueColumn[],
    above: readonly string[],
  ): readonly TableFinding[] {
    return declared.flatMap(field => {
      const path = [...above, field.name];
      const stored = field.stored?.[engine] ?? {};
      const part = columnNamed(found, stored.name ?? field.name);
      if (part === undefined) return absent(path, stored, found);
      // nothing is known of what is in it
      if (field.type === 'record' && part.isOpen === true) return [];
      if (field.list === true) return listOfFindings(field, part, { at: path, engine });
      if (field.type !== 'record') {
        const leaf = leafFinding(field, part, { ...stored, engine });
        return leaf === null ? [] : [leafAt(leaf, part, path, engine)];
      }
      const words = recordFault(part, 'nested');
      return words === null
        ? ofFields(field.fields ?? [], part.fields ?? [], path)
        : errorAt(path, words);
    });
  }
}

/** The finding for a column that no file has. `key` is its name in the files. */
function absence({ nullable }: ManifestField, key: string, path: readonly string[]): TableFinding {
  const name = path.join('.');
  const stored = [...path.slice(0, -1), key].join('.');
  const it = stored === name ? 'it' : `\`${name}\``;
  const [severity, words] = nullable
    ? (['warning', `so ${it} is NULL`] as const)
    : (['error', `but ${it} is required`] as const);
  return { severity, told: `no file has \`${stored}\`, ${words}`, path, add: null };
}

/** Finds a declared column by its exact name, else by one that differs only in letter case, because some engines ignore case. */
function columnNamed(
  columns: readonly CatalogueColumn[],
  name: string,
): CatalogueColumn | undefined {
  const folded = name.toLowerCase();
  const known = columns.filter(column => !isUndeclared(column));
  return (
    known.find(column => column.name === name) ??
    known.find(column => column.name.toLowerCase() === folded)
  );
}

function recordFault(
  { type, fields, isList }: CatalogueColumn,
  records: Comparison['records'],
): string | null {
  if (fields === null) return `is ${type}, and a record is declared`;
  if (isList === true && records === 'nested')
    return 'is a list of records, and a record is declared';
  if (isList === false && records === 'repeated') {
    return 'is a record, and `records: repeated` declares lists of them';
  }
  return null;
}

function untyped({ type }: CatalogueColumn): LeafFinding {
  return { severity: 'error', words: `is ${type}, and a record is declared`, isFixed: true };
}

interface LeafFinding {
  readonly severity: TableFinding['severity'];
  readonly words: string;
  /** Whether `stored` makes statements convert the column. */
  readonly isFixed: boolean;
}

function leafFinding(
  field: ManifestField,
  column: CatalogueColumn,
  stored: ManifestStored & { readonly engine: string },
): LeafFinding | null {
  const { type, nullable } = field;
  if (type === 'record') return null;
  const mismatch = typeMismatch(type, column, stored);
  if (mismatch !== null) return mismatch;
  const is = (words: string) => ({ severity: 'error', words, isFixed: false }) as const;
  if (held(type).of === 'decimal' && !fits(field, column)) {
    const { precision, scale } = field;
    return is(
      `is ${column.type}, and a \`decimal\` of ${precision} digits, ${scale} of them after the point, is declared`,
    );
  }
  if (!nullable && column.nullable === true) return is('may be NULL, but is declared as required');
  return null;
}

function typeMismatch(
  type: Type,
  { type: found, kinds, readAs, digits }: CatalogueColumn,
  { type: storedType, kind, engine }: ManifestStored & { readonly engine: string },
): LeafFinding | null {
  // another number would lose digits of a decimal
  const isRounded = digits !== undefined && type !== 'string' && !readAs.includes(type);
  const isFixed = kinds.converted.includes(type) && !isRounded;
  if (kind !== undefined) {
    if (kind === kinds[held(type).as]) return null;
    const line = storedLine({ engine, type: storedType ?? kind });
    return { severity: 'error', words: `is ${found}, and \`${line}\` is declared`, isFixed };
  }
  const isRead = readAs.includes(type);
  if (isRead && !isFixed) return null;
  const words = `is ${found}, and \`${type}\` is declared`;
  return { severity: isRead ? 'warning' : 'error', words, isFixed };
}

/** Whether the declared digits suffice for every value of the column. */
function fits({ precision = 0, scale = 0 }: ManifestField, { digits }: CatalogueColumn): boolean {
  if (digits === undefined) return true;
  return digits.scale <= scale && digits.precision - digits.scale <= precision - scale;
}

/** A stored type as a value in a flow mapping. */
export function writeStoredType(type: string): string {
  return /^\w+(\(\d+\))?$/.test(type) ? type : JSON.stringify(type);
}

/** The `stored` of a column, as it stands in a flow mapping. */
function storedLine({ engine, type }: Pick<StoredLine, 'engine' | 'type'>): string {
  return `stored: { ${engine}: ${writeStoredType(type)} }`;
}
