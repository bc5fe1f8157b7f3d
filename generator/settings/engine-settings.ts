/** The contract for an engine's settings: its mapping under `engines` of `quern.yaml`, and what the command line needs to know about it. */
import type { Setting } from './setting.ts';

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The settings as read, by their names in code. */
export type ValuesOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

export interface EngineSettings<Values> {
  /** The engine's description in the schema, ending in a full stop. */
  readonly description: string;
  /** By their names in code, in the order of the schema. */
  readonly settings: { readonly [Name in keyof Values]: Setting<Values[Name]> };
  /** Pairs of keys that exclude each other. */
  readonly excludes: readonly (readonly [string, string])[];
  /** The number of statements that run at once by default; `cores`: as many as the machine has cores. */
  readonly concurrency: 'cores' | number;
  /** Whether the settings name a server. Without one, looking for the engine might wait for a long time. */
  readonly isConfigured: (values: Values) => boolean;
  /** The settings that open a database file; `null` for an engine without files. */
  readonly withDatabase: ((values: Values, file: string) => Values) | null;
  /** The settings for an address such as `https://host/database`; `null` for addresses of other engines. */
  readonly ofAddress: (address: URL) => Addressed | null;
}

/** Settings by their keys in `quern.yaml`. */
export interface Addressed {
  readonly settings: Readonly<Record<string, string>>;
  /** A secret setting: the environment variable for it, and its value if the address contains one. */
  readonly secret: {
    readonly key: string;
    readonly variable: string;
    readonly value: string | null;
  } | null;
}

/** Adds the defaults that most engines share. */
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

/** The settings of an engine that `quern.yaml` does not mention. */
export function defaultsOf<S extends Settings>(settings: S): ValuesOf<S> {
  const values = Object.entries(settings).map(([name, { byDefault }]) => [name, byDefault]);
  return Object.fromEntries(values) as ValuesOf<S>;
}
