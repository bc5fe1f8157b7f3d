/** Columns of tables in their stored types, each with values that the test converts itself. */
export type Declared = 'string' | 'int64' | 'float64' | 'decimal' | 'timestamp' | 'date' | 'json';

export interface StoredColumn {
  readonly engine: string;
  readonly stored: string;
  readonly declared: Declared;
  /** Statements that make the type, if the engine does not have it. */
  readonly before: readonly string[];
  /** SQL of the engine that makes a stored value of a text. */
  readonly literal: (text: string) => string;
  readonly values: readonly StoredValue[];
  /** Texts of further values that conditions compare with. */
  readonly asked: readonly string[];
}

/** A value as texts: as stored, and as the declared type has it. */
export type StoredValue = readonly [stored: string, declared: string];

const castTo = (stored: string) => (text: string) => `CAST('${text}' AS ${stored})`;

/** A column whose values differ from their stored texts. */
export function changed(
  engine: string,
  stored: string,
  declared: Declared,
  values: readonly StoredValue[],
  asked: readonly string[] = [],
): StoredColumn {
  return { engine, stored, declared, before: [], literal: castTo(stored), values, asked };
}

/** A column whose values have the same text as stored ones. */
export function same(
  engine: string,
  stored: string,
  declared: Declared,
  values: readonly string[],
  asked: readonly string[] = [],
): StoredColumn {
  return changed(
    engine,
    stored,
    declared,
    values.map(text => [text, text]),
    asked,
  );
}

const INT64: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The whole numbers of so many bits, as far as an int64 has them. */
export function whole(
  engine: string,
  stored: string,
  bits: number,
  isSigned: boolean,
): StoredColumn {
  const lowest = isSigned ? -(2n ** BigInt(bits - 1)) : 0n;
  const highest = lowest + 2n ** BigInt(bits) - 1n;
  const within = [lowest < INT64[0] ? INT64[0] : lowest, highest > INT64[1] ? INT64[1] : highest];
  const texts = [...within, 0n, 7n, isSigned ? -7n : 8n, 7n].map(String);
  return same(engine, stored, 'int64', texts, ['-1', '300', ...INT64.map(String)]);
}

/** Nanoseconds since 1970 of an instant in UTC. */
function nanos(text: string): bigint {
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+))?$/.exec(text) ?? [];
  const millis = new Date(0).setUTCFullYear(
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)) - 1,
    Number(text.slice(8, 10)),
  );
  const [hours = 0, minutes = 0, seconds = 0] = second.slice(11).split(':').map(Number);
  const whole = BigInt(millis) / 1000n + BigInt(hours * 3600 + minutes * 60 + seconds);
  return whole * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** The text of an instant with so many digits of its second, the rest cut off downwards. */
function instantText(of: bigint, digits: number): string {
  const unit = 10n ** BigInt(9 - digits);
  const units = (of - (((of % unit) + unit) % unit)) / unit;
  const perSecond = 10n ** BigInt(digits);
  const rest = ((units % perSecond) + perSecond) % perSecond;
  const seconds = (units - rest) / perSecond;
  const iso = new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return digits === 0 ? iso : `${iso}.${String(rest).padStart(digits, '0')}`;
}

const INSTANTS = [
  '1900-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999999Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2026-03-29T01:30:00Z',
  '2026-03-29T01:30:00.123456Z',
  '2106-02-07T06:28:15Z',
  '2262-04-11T23:47:16.854774Z',
  '2262-04-11T23:47:16.854775Z',
  '2262-04-11T23:47:16.854776Z',
  '2299-12-31T23:59:59.999999Z',
];

export interface Range {
  readonly digits: number;
  readonly lowest: string;
  readonly highest: string;
}

/** Instants with so many digits, among them several of one microsecond. */
export function instants(
  engine: string,
  stored: string,
  { digits, lowest, highest }: Range,
  literal: (text: string) => string,
): StoredColumn {
  const bounds = [nanos(lowest), nanos(highest)] as const;
  const texts = [
    '1969-12-31 23:59:59.999999999',
    '1969-12-31 23:59:59.999999001',
    '1969-12-31 23:59:58.999999',
    '1970-01-01 00:00:00',
    '2026-03-29 01:30:00',
    '2026-03-29 01:30:00.000000999',
    '2026-03-29 01:30:00.123456000',
    '2026-03-29 01:30:00.123456789',
    '2026-10-25 00:59:59.5',
  ].map(nanos);
  const unit = 10n ** BigInt(9 - digits);
  const values = [...bounds, ...texts]
    .map(of => of - (((of % unit) + unit) % unit))
    .filter(of => of >= bounds[0] && of <= bounds[1]);
  return {
    engine,
    stored,
    declared: 'timestamp',
    before: [],
    literal,
    values: values.map(of => [instantText(of, digits), instantText(of, 6)]),
    asked: INSTANTS,
  };
}
