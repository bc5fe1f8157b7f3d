/** The contract for an engine's settings: its mapping under `engines` of `quern.yaml`, and what the command line needs to know about it. */
import { entryOf } from '../core/spec/document.ts';
import { asMapping } from '../shape/kinds/list.ts';
import { object, usually } from '../shape/kinds/object.ts';
import { as, type Shape } from '../shape/shape.ts';
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
  /** How it reads files of this machine; `null` for an engine that reads none. */
  readonly files: FileSettings<Values> | null;
  /** How an address names a database of it; `null` for an engine without addresses. */
  readonly address: AddressSettings | null;
}

/** For an engine that reads a database file, or files in place of tables. */
export interface FileSettings<Values> extends FileKeys {
  /** The database file that it reads; `null` if it reads files in place of tables. */
  readonly databaseOf: (values: Values) => string | null;
  readonly withDatabase: (values: Values, file: string) => Values;
}
export interface FileKeys {
  /** The key with the path of the database. */
  readonly database: string;
  /** The key with the files of each data set, by its name. */
  readonly tables: string;
  /** The ending of names of databases that quern makes: `.duckdb`. */
  readonly ending: string;
  /** Whether the path is that of a database, by its ending. */
  readonly isDatabase: (path: string) => boolean;
}

export interface AddressSettings {
  /** The form of an address, for people. */
  readonly form: string;
  /** An address as an example. */
  readonly example: string;
  /** The environment variable for the password of an address; `null` if addresses have none. */
  readonly variable: string | null;
  /** The settings for an address; `null` for addresses of other engines. */
  readonly read: (address: URL) => Addressed | null;
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
    files: null,
    address: null,
    ...own,
  };
}

/** The part of an engine's settings that the description of `quern.yaml` needs. */
export type DescribedSettings = Pick<
  EngineSettings<Readonly<Record<string, unknown>>>,
  'description' | 'settings' | 'excludes' | 'concurrency'
>;

/** The mapping of an engine, read as its settings by their names in code. Reports keys that exclude each other. */
export function engineShape(
  engine: string,
  { description, settings, excludes }: DescribedSettings,
): Shape<object> {
  const keys = Object.values(settings).map(
    ({ key, shape, byDefault }) => [key, usually(shape, byDefault)] as const,
  );
  const shape = object(Object.fromEntries(keys), { description });
  return as(shape, (values, node, _key, report) => {
    for (const [one, other] of excludes) {
      const [first, second] = [one, other].map(name => entryOf(asMapping(node), name));
      if (first == null || second == null) continue;
      const message = `\`${engine}\` has \`${one}\` and \`${other}\`, which exclude each other`;
      report('clause-conflict', second.place, message, 'Remove one of them.');
    }
    return values;
  });
}

/** The settings of an engine that `quern.yaml` does not mention. */
export function defaultsOf<S extends Settings>(settings: S): ValuesOf<S> {
  const values = Object.entries(settings).map(([name, { byDefault }]) => [name, byDefault]);
  return Object.fromEntries(values) as ValuesOf<S>;
}

/** An engine, as far as `quern.yaml` knows it. */
export interface ConfiguredEngine {
  readonly dialect: { readonly name: string; readonly title: string };
  readonly settings: DescribedSettings;
}
