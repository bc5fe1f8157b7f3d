/** The closed list of changes to endpoints, and what each means for callers. */

/**
 * `wire`: a request may now be refused, or its answer has another shape. `source`: requests and answers stay the same,
 * but code that uses a generated client no longer compiles. `meaning`: requests and answers keep their shape, but mean
 * something else.
 */
export type Level = 'wire' | 'source' | 'meaning';

interface ChangeKind {
  /** `null`: callers are not affected. */
  readonly level: Level | null;
  /** A general description: a sentence without its full stop. */
  readonly title: string;
}

export const CHANGES = {
  'endpoint-removed': { level: 'wire', title: 'An endpoint was removed' },
  'endpoint-renamed': { level: 'wire', title: 'The old name of an endpoint no longer works' },
  'identifier-changed': { level: 'wire', title: 'The identifier of an endpoint changed' },
  'alias-removed': { level: 'wire', title: 'An alias of an endpoint no longer works' },
  'engine-removed': { level: 'wire', title: 'An endpoint is no longer available on an engine' },
  'compat-changed': {
    level: 'wire',
    title: 'An endpoint replaces another service, or no longer does',
  },
  'ignored-removed': { level: 'wire', title: 'A parameter is no longer ignored' },
  'parameter-removed': { level: 'wire', title: 'A parameter was removed' },
  'parameter-required': {
    level: 'wire',
    title: 'An optional parameter became required',
  },
  'parameter-type': { level: 'wire', title: 'The type of a parameter changed' },
  'value-removed': { level: 'wire', title: 'An enum no longer has a value' },
  'bound-tightened': { level: 'wire', title: 'A bound rejects values that were accepted' },
  'form-removed': { level: 'wire', title: 'A parameter no longer accepts a form of its values' },
  'otherwise-rejected': {
    level: 'wire',
    title: 'An invalid value is rejected instead of replaced by the default',
  },
  'column-removed': { level: 'wire', title: 'A column was removed' },
  'column-type': { level: 'wire', title: 'The type of a column changed' },
  'column-nullable': { level: 'wire', title: 'A column that was never NULL may be NULL' },
  'limit-lowered': { level: 'wire', title: 'An answer may have fewer rows' },
  'pages-changed': { level: 'wire', title: 'An endpoint answers in pages, or no longer does' },
  'window-bounded': { level: 'wire', title: 'A window of time may now have too many buckets' },
  'sandbox-changed': { level: 'wire', title: 'Callers may send their own SQL, or no longer may' },
  'view-removed': { level: 'wire', title: 'Statements of callers can no longer read a view' },
  'keys-refused': {
    level: 'wire',
    title: 'Keys that fix parameters have to fix others to run an endpoint',
  },
  'operation-renamed': {
    level: 'source',
    title: 'The method of the generated clients was renamed',
  },
  'parameter-list': {
    level: 'source',
    title: 'A parameter changed between a list and a single value',
  },
  'column-ordered': { level: 'meaning', title: 'The order of columns changed' },
  'unit-changed': { level: 'meaning', title: 'The unit of a column changed' },
  'default-changed': { level: 'meaning', title: 'The default of a parameter changed' },
  'cache-changed': { level: 'meaning', title: 'How long answers are cached changed' },
  'clause-changed': { level: 'meaning', title: 'A clause changed' },
  'statement-changed': { level: 'meaning', title: 'The SQL changed' },
  'endpoint-added': { level: null, title: 'An endpoint was added' },
  'endpoint-deprecated': { level: null, title: 'An endpoint is deprecated' },
  'alias-added': { level: null, title: 'An endpoint has another alias' },
  'engine-added': { level: null, title: 'An endpoint is available on another engine' },
  'parameter-added': { level: null, title: 'An optional parameter was added' },
  'parameter-optional': { level: null, title: 'A required parameter became optional' },
  'parameter-deprecated': { level: null, title: 'A parameter is deprecated' },
  'value-added': { level: null, title: 'An enum has another value' },
  'bound-loosened': { level: null, title: 'A bound accepts more values' },
  'column-added': { level: null, title: 'A column was added' },
  'column-required': { level: null, title: 'A column is never NULL any more' },
  'view-added': { level: null, title: 'Statements of callers can read another view' },
  'text-changed': { level: null, title: 'The SQL changed but means the same' },
  'limit-raised': { level: null, title: 'An answer may have more rows' },
} as const satisfies Readonly<Record<string, ChangeKind>>;

export type ChangeCode = keyof typeof CHANGES;

export interface Change {
  readonly code: ChangeCode;
  /** The endpoint's name; the earlier name if the endpoint was removed. */
  readonly endpoint: string;
  /** The parameter, column, view, value, alias or engine that changed; `null` for the endpoint itself. */
  readonly of: string | null;
  /** The change in words: a sentence without its full stop. */
  readonly message: string;
  /** Only for statements and texts: a unified diff of the SQL. */
  readonly patch?: string;
}

export function judgeLevel({ code }: Pick<Change, 'code'>): Level | null {
  return CHANGES[code].level;
}

/** Whether something that works today stops working: a request, reading an answer, or compiling code that uses a client. */
export function isBreaking(change: Pick<Change, 'code'>): boolean {
  const level = judgeLevel(change);
  return level === 'wire' || level === 'source';
}

/** Adds a change to the endpoint that is being compared. */
export type Tell = (code: ChangeCode, of: string | null, message: string, patch?: string) => void;
