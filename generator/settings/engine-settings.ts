/** The contract of an engine's settings: its mapping under `engines` of `quern.yaml`, and what the command line asks of it. */
import type { Setting } from './setting.ts';

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The settings after reading: each under its name in code. */
export type ValuesOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

export interface EngineSettings<Values> {
  /** The engine as the schema describes its mapping, with a full stop. */
  readonly description: string;
  /** By their names in code, in the order in which the schema shows them. */
  readonly settings: { readonly [Name in keyof Values]: Setting<Values[Name]> };
  /** Pairs of keys of which at most one may be written. */
  readonly excludes: readonly (readonly [string, string])[];
  /** Statements at once, where nobody says how many; `cores`: as many as the machine has. */
  readonly concurrency: 'cores' | number;
  /** Whether it is known whom to ask; without, looking for the engine may leave somebody waiting. */
  readonly isConfigured: (values: Values) => boolean;
  /** The settings that open this database file; `null` where the engine has no such file. */
  readonly withDatabase: ((values: Values, file: string) => Values) | null;
  /** The settings that an address such as `https://host/database` means; `null` for addresses of other engines. */
  readonly ofAddress: (address: URL) => Addressed | null;
}

/** Settings as `quern.yaml` has them, by their keys. */
export interface Addressed {
  readonly settings: Readonly<Record<string, string>>;
  /** A setting that is not to be written down: the variable that holds it, and its value where the address has one. */
  readonly secret: {
    readonly key: string;
    readonly variable: string;
    readonly value: string | null;
  } | null;
}

/** Fills in what most engines share. */
export function engineSettings<Values>(
  own: Pick<EngineSettings<Values>, 'description' | 'settings' | 'concurrency'> &
    Partial<EngineSettings<Values>>,
): EngineSettings<Values> {
  return {
    excludes: [],
    isConfigured: () => true,
    withDatabase: null,
    ofAddress: () => null,
    ...own,
  };
}

/** The settings if `quern.yaml` does not mention the engine. */
export function defaultsOf<S extends Settings>(settings: S): ValuesOf<S> {
  const values = Object.entries(settings).map(([name, { byDefault }]) => [name, byDefault]);
  return Object.fromEntries(values) as ValuesOf<S>;
}
