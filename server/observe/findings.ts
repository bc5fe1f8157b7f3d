/** Compares declared columns with the engine's catalogue, to find differences that prevent correct answers. */
import type { CatalogueColumn } from '../../engines/engine.ts';
import { lackText } from '../../engines/support/lack-text.ts';
import type { ManifestField, ManifestStored } from '../../generator/core/output/manifest.ts';
import { held } from '../../generator/core/types/scalar.ts';

interface Comparison {
  /** The data set's columns. */
  readonly declared: readonly ManifestField[];
  /** Paths of the columns and fields that the endpoint's statements read, joined by a dot. */
  readonly reads: readonly string[];
  readonly records: 'nested' | 'repeated';
  readonly engine: string;
  readonly found: readonly CatalogueColumn[];
}

/** Returns a sentence for each fault, in the order of `reads`. Reports a record with a fault once for all its fields. */
export function listFindings(comparison: Comparison): readonly string[] {
  const told = comparison.reads.flatMap(path => findingAt(comparison, path.split('.')) ?? []);
  return [...new Set(told)];
}

function findingAt(
  { declared, records, engine, found }: Comparison,
  path: readonly string[],
): string | null {
  let fields: readonly ManifestField[] = declared;
  let columns: readonly CatalogueColumn[] = found;
  for (const [depth, name] of path.entries()) {
    const at = `\`${path.slice(0, depth + 1).join('.')}\``;
    const field = fields.find(one => one.name === name);
    const stored = field?.stored?.[engine] ?? {};
    const column = columnNamed(columns, stored.name ?? name);
    if (column === undefined)
      return stored.name === undefined
        ? `${at} is missing`
        : `${at} is missing: the table has no \`${stored.name}\``;
    if (field === undefined) return null;
    const fault =
      field.type === 'record'
        ? recordFault(column, records)
        : leafFault(field, column, { ...stored, engine });
    if (fault !== null) return `${at} ${fault}`;
    if (column.lackedBy !== undefined) return `${at} is ${lackText(column.lackedBy)}`;
    fields = field.fields ?? [];
    columns = column.fields ?? [];
  }
  return null;
}

/** Finds a column by its exact name, else by one that differs only in letter case, because some engines ignore case. */
function columnNamed(
  columns: readonly CatalogueColumn[],
  name: string,
): CatalogueColumn | undefined {
  const folded = name.toLowerCase();
  return (
    columns.find(column => column.name === name) ??
    columns.find(column => column.name.toLowerCase() === folded)
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

function leafFault(
  field: ManifestField,
  column: CatalogueColumn,
  { type: storedType, kind, engine }: ManifestStored & { readonly engine: string },
): string | null {
  const { type, nullable } = field;
  if (type === 'record') return `is ${column.type}, and \`${type}\` is declared`;
  const { as, of } = held(type);
  if (kind !== undefined && kind !== column.kinds[as])
    return `is ${column.type}, and \`stored: { ${engine}: ${inYaml(storedType ?? kind)} }\` is declared`;
  if (kind === undefined && !column.readAs.includes(type)) {
    const isStored = column.kinds[as] !== null && column.kinds[as] !== 'exact';
    const hint = isStored ? `: add \`stored: { ${engine}: ${inYaml(column.type)} }\`` : '';
    return `is ${column.type}, and \`${type}\` is declared${hint}`;
  }
  if (of === 'decimal' && kind === undefined && !fits(field, column)) {
    const { precision, scale } = field;
    return `is ${column.type}, and a \`decimal\` of ${precision} digits, ${scale} of them after the point, is declared`;
  }
  if (!nullable && column.nullable === true) return 'may be NULL, but is declared as required';
  return null;
}

/** Whether the declared digits suffice for every value of the column. */
function fits({ precision = 0, scale = 0 }: ManifestField, { digits }: CatalogueColumn): boolean {
  if (digits === undefined) return true;
  return digits.scale <= scale && digits.precision - digits.scale <= precision - scale;
}

/** A type as a value in a flow mapping. */
function inYaml(type: string): string {
  return /^\w+(\(\d+\))?$/.test(type) ? type : JSON.stringify(type);
}
