/** The contents of a form before it is sent, and the request made from them. */
import { type Given, readGivenText, withTexts } from '../service/given.ts';
import type { ListedEndpoint, ListedParameter } from '../service/listing.ts';
import { spanBounds, spanNamed, writeBounds } from './time-range.ts';

export interface FormDraft {
  readonly given: Given;
  /** A span that ends at the instant of the run, instead of bounds. */
  readonly last: string | null;
}

/** The parameters that bound the time of the rows and that the caller can set. */
export interface TimeRange {
  readonly from: ListedParameter;
  /** `null`: rows until now. */
  readonly to: ListedParameter | null;
}

/** `null` without a lower bound. */
export function findTimeRange({ range, parameters }: ListedEndpoint): TimeRange | null {
  const find = (name: string | undefined) => parameters.find(each => each.name === name) ?? null;
  const [from, to] = [find(range?.from), find(range?.to)];
  return from === null ? null : { from, to };
}

/** The names of the parameters in a range. */
export function boundsIn(range: TimeRange | null): readonly string[] {
  return range === null ? [] : [range.from, range.to ?? []].flat().map(({ name }) => name);
}

/** The texts with the bounds of a range; `null` removes them. */
function bounded(
  given: Given,
  range: TimeRange,
  bounds: ReturnType<typeof writeBounds> | null,
): Given {
  const texts = bounds === null ? [] : [bounds.from, bounds.to];
  return boundsIn(range).reduce(
    (rest, name, at) => withTexts(rest, name, texts.slice(at, at + 1)),
    given,
  );
}

/** The texts of the request that a draft makes at `now`. */
export function askedBy(endpoint: ListedEndpoint, { given, last }: FormDraft, now: Date): Given {
  const [range, span] = [findTimeRange(endpoint), spanNamed(last)];
  if (range === null || span === null) return given;
  return bounded(given, range, spanBounds(span, now, range.from.scalar));
}

/** The draft between two instants. */
export function withBounds(
  endpoint: ListedEndpoint,
  draft: FormDraft,
  from: Date,
  to: Date,
): FormDraft {
  const range = findTimeRange(endpoint);
  if (range === null) return draft;
  const given = bounded(draft.given, range, writeBounds(from, to, range.from.scalar));
  return { given, last: null };
}

/** The draft without bounds of time, or with those of a span. */
export function withLast(
  endpoint: ListedEndpoint,
  draft: FormDraft,
  last: string | null,
): FormDraft {
  const range = findTimeRange(endpoint);
  return range === null ? draft : { given: bounded(draft.given, range, null), last };
}

/** The draft with the time of another one. */
export function withTimeOf(
  endpoint: ListedEndpoint,
  draft: FormDraft,
  { given, last }: FormDraft,
): FormDraft {
  const bounds = boundsIn(findTimeRange(endpoint));
  const moved = bounds.reduce(
    (rest, name) => withTexts(rest, name, given.get(name) ?? []),
    draft.given,
  );
  return { given: moved, last };
}

export function isSameTime(endpoint: ListedEndpoint, one: FormDraft, other: FormDraft): boolean {
  const bounds = boundsIn(findTimeRange(endpoint));
  const isSame = (name: string) =>
    readGivenText(one.given, name) === readGivenText(other.given, name);
  return one.last === other.last && bounds.every(isSame);
}

/** Whether all required fields are filled in. */
export function isComplete(endpoint: ListedEndpoint, draft: FormDraft): boolean {
  const asked = askedBy(endpoint, draft, new Date());
  return endpoint.parameters.every(({ name, required }) => !required || asked.has(name));
}

/** A draft with only the endpoint's parameters: a link may be from an older definition. */
export function fitDraft(endpoint: ListedEndpoint, { given, last }: FormDraft): FormDraft {
  const known = new Set(endpoint.parameters.map(({ name }) => name));
  const fit = new Map([...given].filter(([name]) => known.has(name)));
  return { given: fit, last: findTimeRange(endpoint) === null ? null : last };
}

/** Fills empty required fields with the texts that were last sent under the same names. */
export function remembering(
  endpoint: ListedEndpoint,
  draft: FormDraft,
  remembered: Given,
): FormDraft {
  const missing = endpoint.parameters.filter(
    ({ name, required }) => required && readGivenText(draft.given, name) === '',
  );
  const bounds = boundsIn(findTimeRange(endpoint));
  const given = missing
    .filter(({ name }) => !bounds.includes(name))
    .reduce((rest, { name }) => withTexts(rest, name, remembered.get(name) ?? []), draft.given);
  return { ...draft, given };
}
