/**
 * The columns that a key hides, by their names, by the names of columns from which they are computed, or by tags. Callers with the key do
 * not see them, and may not send a parameter that is compared with one: by its values they could search for those of the column.
 */
import { hash } from 'node:crypto';
import type {
  ManifestColumn,
  ManifestEndpoint,
  ManifestView,
} from '../../generator/core/output/manifest.ts';
import type { ServedEndpoint, WholeEndpoint } from '../answers/manifest/manifest.ts';
import type { ApiKey } from './keys/key-file.ts';

type HidingKey = Pick<ApiKey, 'params' | 'hide'>;

/** The definition of an endpoint as callers with the key see it. */
export interface ShownPart {
  readonly definition: ManifestEndpoint;
  /** Parameters that callers may not send. */
  readonly closed: readonly string[];
  /** Whether nothing can be answered: no column is left, a closed parameter is required, or the columns are not known. */
  readonly isClosed: boolean;
}

const known = new WeakMap<HidingKey, WeakMap<object, ShownPart | null>>();

/** Returns the part of an endpoint that the key shows; `null` if it hides nothing of it. */
export function partShownTo(
  key: HidingKey | null,
  endpoint: Pick<ServedEndpoint, 'shown' | 'reads'>,
): ShownPart | null {
  const { hide = [] } = key ?? {};
  if (key === null || hide.length === 0) return null;
  const ofKey = known.get(key) ?? new WeakMap<object, ShownPart | null>();
  known.set(key, ofKey);
  // the same for an endpoint and for its narrowed forms
  const found = ofKey.get(endpoint.reads);
  if (found !== undefined) return found;
  const shown = shownOf(key, hide, endpoint.shown(null));
  ofKey.set(endpoint.reads, shown);
  return shown;
}

/** Whether callers with the key may not run the endpoint because of what it hides. */
export function isClosedBy(key: HidingKey, endpoint: ServedEndpoint): boolean {
  return partShownTo(key, endpoint)?.isClosed === true;
}

/** Whether the endpoint's answers still have the column that callers read as the start of a bucket; also true if it has none. */
export function showsBuckets(
  { definition }: ShownPart,
  buckets: { readonly column: string } | null,
) {
  return buckets === null || definition.columns.some(({ name }) => name === buckets.column);
}

/** Narrows a definition that `endpoint` returned: its columns, views, and saved query, which names all columns. */
export function shownDefinition(
  key: HidingKey | null,
  endpoint: ServedEndpoint,
  definition: ManifestEndpoint,
): ManifestEndpoint {
  const shown = partShownTo(key, endpoint);
  return shown === null ? definition : { ...shown.definition, engines: {} };
}

/** Returns the endpoint with the columns and views that the key shows. Its statements still have all columns: `whole` has them. */
export function narrowed(endpoint: WholeEndpoint, key: HidingKey | null): WholeEndpoint {
  const shown = partShownTo(key, endpoint);
  if (shown === null) return endpoint;
  const { columns, views, hash } = shown.definition;
  const { views: _, ...rest } = endpoint;
  return {
    ...rest,
    columns,
    ...(views === undefined ? {} : { views: viewsOf(endpoint.views, views) }),
    hash,
    definition: shown.definition,
  };
}

/** A text that is equal for keys that hide the same of the endpoint. */
export function hidingName(key: HidingKey | null, endpoint: ServedEndpoint): string {
  return partShownTo(key, endpoint)?.definition.hash ?? '';
}

/** The views with all of their statements, and the columns that are shown. */
function viewsOf(
  all: readonly ManifestView[] = [],
  shown: readonly ManifestView[],
): readonly ManifestView[] {
  return shown.map(view => {
    const { engines = view.engines } = all.find(({ name }) => name === view.name) ?? {};
    return { ...view, engines };
  });
}

/** Of what is seen, because tokens may hide any names, also those that no endpoint has. */
function nameOf(seen: readonly unknown[], closed: readonly string[]): string {
  return hash('sha256', JSON.stringify([seen, closed]), 'base64url');
}

function shownOf(
  key: HidingKey,
  hide: readonly string[],
  definition: ManifestEndpoint,
): ShownPart | null {
  const { origins, columns, params, views, engines } = definition;
  const isHidden = (name: string, names: readonly string[] = []) =>
    [name, ...names].some(one => hide.includes(one));
  if (origins === undefined || origins.whole?.some(name => hide.includes(name)) === true)
    return { definition, closed: [], isClosed: true };
  const shownColumns = columns.filter(({ name }) => !isHidden(name, origins.columns?.[name]));
  const closed = params.filter(
    ({ name }) => !Object.hasOwn(key.params, name) && isHidden(name, origins.params?.[name]),
  );
  const names = closed.map(({ name }) => name);
  const seen = new Set(shownColumns.map(({ name }) => name));
  const left = shownColumns.map(column => withoutNames(names, seen, column));
  const shownViews = views?.flatMap(view => {
    const names = origins.views?.[view.name];
    const seen = view.columns.filter(({ name }) => !isHidden(name, names?.[name]));
    return seen.length === 0 ? [] : [{ ...view, columns: seen }];
  });
  const isWhole =
    left.length === columns.length &&
    closed.length === 0 &&
    views?.every(({ columns }, i) => columns.length === shownViews?.[i]?.columns.length) !== false;
  if (isWhole) return null;
  const isEmpty = left.length === 0 && (columns.length > 0 || shownViews?.length === 0);
  const { range, views: _, text: __, ...rest } = definition;
  const isOpen = Object.values(range ?? {}).every(name => !names.includes(name));
  return {
    definition: {
      ...rest,
      engines,
      hash: `${definition.hash} ${nameOf([left, shownViews?.map(({ columns }) => columns)], names)}`,
      params: params.filter(param => !closed.includes(param)),
      columns: left,
      ...(shownViews === undefined ? {} : { views: shownViews }),
      ...(range !== undefined && isOpen ? { range } : {}),
    },
    closed: names,
    isClosed: isEmpty || closed.some(({ required }) => required),
  };
}

/** A column names neither a closed parameter that chooses its place in the order, nor a hidden column whose period before it shows. */
function withoutNames(
  closed: readonly string[],
  seen: ReadonlySet<string>,
  column: ManifestColumn,
): ManifestColumn {
  const { order, previous, ...rest } = column;
  const isOpen = typeof order !== 'object' || !closed.includes(order.by);
  return {
    ...rest,
    ...(order !== undefined && isOpen ? { order } : {}),
    ...(previous !== undefined && seen.has(previous) ? { previous } : {}),
  };
}
