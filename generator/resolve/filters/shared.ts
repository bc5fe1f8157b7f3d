/** Filters of data sets, which bodies copy by name: declared and checked once, next to the columns. */
import { counting, type Report } from '../../core/report/diagnostics.ts';
import type { BodySpec, FilterSpec, WhenSpec } from '../../core/spec/body-spec.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import type { FieldSpec, SourceSpec, SourcesSpec } from '../../core/spec/sources-spec.ts';
import type { EndpointSpec } from '../../core/spec/spec.ts';
import { relationIn } from '../cases.ts';
import { firstOfEach, suggest } from '../names/names.ts';

/** The filters of each data set. */
export interface SharedFilters {
  readonly bySet: ReadonlyMap<string, ReadonlyMap<string, FilterSpec>>;
  /** Whether the data set declares a column, or a field of its records, with that path. */
  readonly hasColumn: (set: string, path: string) => boolean;
  /** Names of the data sets with a fault in their filters, which is reported. */
  readonly faulty: ReadonlySet<string>;
  /** Whether a refused file may declare more of them. */
  readonly incomplete: boolean;
}

/** `check`: resolves the filters of a data set by themselves, and reports their faults. */
export function findSharedFilters(
  files: readonly SourcesSpec[],
  incomplete: boolean,
  check: (source: SourceSpec, report: Report) => void,
  report: Report,
): SharedFilters {
  const specs = files.flatMap(file => file.sources);
  const named = firstOfEach(
    specs.map(spec => ({ name: spec.name.value, place: spec.name.place, spec })),
  );
  const faulty = named.filter(({ spec }) => {
    if (spec.filters.length === 0) return false;
    const faults = counting(report);
    check(spec, faults.report);
    return faults.count() > 0;
  });
  return {
    bySet: new Map(
      named.map(({ name, spec }) => [
        name,
        new Map(spec.filters.map(filter => [filter.name, filter.value])),
      ]),
    ),
    hasColumn: (set, path) => {
      const found = named.find(({ name }) => name === set);
      return found !== undefined && isDeclared(found.spec.columns, path.split('.'));
    },
    faulty: new Set(faulty.map(({ name }) => name)),
    incomplete,
  };
}

function isDeclared(
  fields: readonly Entry<FieldSpec>[],
  [first, ...rest]: readonly string[],
): boolean {
  const field = fields.find(({ name }) => name === first);
  if (field === undefined || rest.length === 0) return field !== undefined;
  return isDeclared(field.value.record ?? [], rest);
}

interface Copying {
  readonly shared: SharedFilters;
  /** The parameters that the filters can name. */
  readonly params: ReadonlySet<string>;
  readonly report: Report;
}

/**
 * The endpoint with each use of a data set's filter replaced by the full filter. A use is left out, and the endpoint unsound, if the filter
 * is missing, which is reported, or has faults.
 */
export function withSharedFilters(
  spec: EndpointSpec,
  shared: SharedFilters,
  report: Report,
): EndpointSpec {
  if (spec.body !== 'portable') return spec;
  const params = new Set(spec.params.map(({ name }) => name));
  const copying = { shared, params, report };
  const own = copied(spec, copying);
  const steps = spec.steps.map(({ name, place, value }) => {
    const { filters, isSound } = copied(value, copying);
    return { isSound, step: { name, place, value: { ...value, filters } } };
  });
  const isSound = own.isSound && steps.every(one => one.isSound);
  return {
    ...spec,
    filters: own.filters,
    steps: steps.map(({ step }) => step),
    sound: spec.sound && isSound,
  };
}

/** The filters of a body, with the copies in place of their uses. */
export function copied(
  body: Pick<BodySpec, 'from' | 'filters'>,
  copying: Copying,
): { readonly filters: BodySpec['filters']; readonly isSound: boolean } {
  const copies = body.filters.map(entry =>
    entry.value.use === null ? entry : copyOf(entry, entry.value.use, body, copying),
  );
  const filters = copies.filter(entry => entry !== null);
  return { filters, isSound: filters.length === copies.length };
}

function copyOf(
  entry: Entry<FilterSpec>,
  use: Located<string>,
  body: Pick<BodySpec, 'from'>,
  { shared, params, report }: Copying,
): Entry<FilterSpec> | null {
  const set = relationIn(body)?.value ?? null;
  const known = set === null ? undefined : shared.bySet.get(set);
  if (entry.value.orColumn && isColumn(use.value, set, known, shared))
    return { ...entry, value: { ...entry.value, use: null } };
  if (set === null || known === undefined) {
    // the refused file may declare it
    if (set !== null && shared.incomplete) return null;
    const message = `\`${use.value}\` is a filter of a data set, and \`from\` names none`;
    report('clause-conflict', use.place, message, 'Write its expression.');
    return null;
  }
  const base = known.get(use.value);
  if (base === undefined) {
    const orColumn = entry.value.orColumn ? ' and no column' : '';
    const message = `The data set \`${set}\` has no filter${orColumn} \`${use.value}\``;
    const hint =
      suggest(use.value, [...known.keys()]) ??
      columnHint(entry.name, set, use.value, shared) ??
      `Declare it under \`filters\` of \`${set}\` in \`sources.yaml\`, or write a mapping with its expression.`;
    report('unknown-filter', use.place, message, hint);
    return null;
  }
  if (shared.faulty.has(set)) return null;
  const whole = changed(base, entry.value);
  const missing = namedBy(whole).find(name => !params.has(name));
  if (missing === undefined) return { ...entry, value: whole };
  const message = `The filter \`${use.value}\` of \`${set}\` uses the parameter \`${missing}\`, which is not declared here`;
  const hint = `Declare it, as in \`${missing}: { use: ${missing} }\`.`;
  report('unknown-parameter', use.place, message, hint);
  return null;
}

/** Whether a name alone is a column: of a step, or of a data set that has no such filter. */
function isColumn(
  name: string,
  set: string | null,
  known: ReadonlyMap<string, FilterSpec> | undefined,
  { hasColumn, incomplete }: SharedFilters,
): boolean {
  if (set === null || known === undefined) return !incomplete;
  return !known.has(name) && hasColumn(set, name);
}

/** A hint for a column in place of the name of a filter. */
function columnHint(
  name: string,
  set: string,
  path: string,
  { hasColumn }: SharedFilters,
): string | null {
  const plain = name.split('.').at(-1);
  return hasColumn(set, path) ? `Write \`${plain}: ${path}\` to filter by the column.` : null;
}

/** The body's options replace those of the data set. Operators that are chosen replace fixed ones, and the other way round. */
function changed(base: FilterSpec, own: FilterSpec): FilterSpec {
  const said = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  const all: FilterSpec = { ...base, ...said, use: null, of: base.of };
  if (own.operators !== null) return { ...all, by: null, cases: null };
  return own.by === null ? all : { ...all, operators: null };
}

/** The parameters that a filter names beside those that it adds. */
function namedBy({ by, except }: FilterSpec): readonly string[] {
  return [...(by === null ? [] : [by.value]), ...(except === null ? [] : inCondition(except))];
}

function inCondition(when: WhenSpec): readonly string[] {
  if ('present' in when) return [when.present.value];
  if ('absent' in when) return [when.absent.value];
  if ('param' in when) return [when.param.value];
  if ('any' in when) return when.any.map(({ value }) => value);
  return when.all.flatMap(inCondition);
}
