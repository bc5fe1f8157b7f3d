/** The contract of a client language: the names of its clients, their files, and samples of their use. */

import type { PlannedFile } from '../../core/output/content.ts';
import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import type { GeneratedFile } from '../../core/output/statement.ts';
import type { Argument, FirstCall } from '../facts/calls.ts';
import type { ExampleRows } from '../facts/example-rows.ts';
import type { Code } from '../text/writer.ts';

/** The input of a project's client. */
export interface Client {
  /** The name of its package or module, from the configuration. */
  readonly name: string;
  /** The folder of its files below the output, such as `clients/go/`. */
  readonly folder: string;
  /** All endpoints of the project, by name. */
  readonly endpoints: readonly ManifestEndpoint[];
  /** The sample call that documentation shows: a call of the first endpoint, if there is one. */
  readonly first: FirstCall | null;
  /** Return the rows that each endpoint has answered in a test, by the endpoint's name; some endpoints have no rows. */
  readonly examples: ReadonlyMap<string, () => ExampleRows>;
  /** The language's templates by their path below its folder, such as `errors.go`. */
  readonly templates: ReadonlyMap<string, string>;
}

/** The only setting that a project has for a client. */
export interface ClientSetting {
  /** Its key in `quern.yaml`. */
  readonly key: string;
  /** A description without a full stop, such as `The path of the module`. */
  readonly description: string;
  /** The default name for a project, whose own name consists of lower-case letters, digits and `-`. */
  readonly named: (project: string) => string;
  readonly isName: (text: string) => boolean;
  /** Describes a text that is not a valid name; completes "`module` is …". */
  readonly fault: string;
  /** How to write a valid name, without a full stop; an example follows. */
  readonly hint: string;
}

/** Prints a sample call of an endpoint: a complete program that prints the rows. */
export type Sampler = (endpoint: ManifestEndpoint, given: readonly Argument[]) => Code;

export interface ClientLanguage {
  /** The key in `clients` of `quern.yaml`, and the folder below `templates/` and `clients/`. */
  readonly name: string;
  /** The name that people read. */
  readonly title: string;
  /** A description of the output, without a full stop, such as `A module for Go`. */
  readonly description: string;
  readonly setting: ClientSetting;
  /** The text of each hole of its templates. */
  readonly holes: Readonly<Record<string, string>>;
  /** All files of the client, by their path below its folder. */
  readonly files: (client: Client) => readonly PlannedFile[];
  readonly sampler: (client: Client) => Sampler;
  /**
   * For each endpoint, by its name in the specification: the names in the client that its samples use. A sample depends only on
   * these, the endpoint and the client's name.
   */
  readonly names: (client: Client) => ReadonlyMap<string, unknown>;
  /**
   * Returns the offset of the first syntax error of a file from a template; `null` if it has none, or if the syntax is not
   * checked.
   */
  readonly syntaxFault?: (file: GeneratedFile) => Promise<number | null>;
}

/** Whether Windows forbids files with this name and any extension. */
export function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|(com|lpt)[0-9])$/i.test(name);
}
