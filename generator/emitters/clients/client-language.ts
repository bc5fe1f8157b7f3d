/** The contract of a client language: what a client in it is called, which files it is, and how it is used. */

import type { ManifestEndpoint } from '../../core/manifest.ts';
import type { GeneratedFile } from '../../core/statement.ts';
import type { Argument, FirstCall } from '../calls.ts';
import type { Code } from '../writer.ts';

/** What the client of a project is made of. */
export interface Client {
  /** What it is called in the world of its language, as the setting says. */
  readonly name: string;
  /** Where its files lie below the output, such as `clients/go/`. */
  readonly folder: string;
  /** All of the project, by name. */
  readonly endpoints: readonly ManifestEndpoint[];
  /** What pages show that show one call: of the first endpoint, which may be none. */
  readonly first: FirstCall | null;
  /** Those of the language by their path below its folder, such as `errors.go`. */
  readonly templates: ReadonlyMap<string, string>;
}

/** The one thing that a project says of a client. */
export interface Setting {
  /** Its key in `quern.yaml`. */
  readonly key: string;
  /** What it is, without a full stop, such as `The path of the module`. */
  readonly description: string;
  readonly default: string;
  readonly isName: (text: string) => boolean;
  /** What a text is that is no such name; ends "`module` is …". */
  readonly fault: string;
  /** How such a name is written, without a full stop; an example follows. */
  readonly hint: string;
}

/** How an endpoint is called with the client: a whole program that prints the rows. */
export type Sampler = (endpoint: ManifestEndpoint, given: readonly Argument[]) => Code;

export interface ClientLanguage {
  /** The key in `clients` of `quern.yaml`, and the folder below `templates/` and `clients/`. */
  readonly name: string;
  /** As people write it. */
  readonly title: string;
  /** What is generated, without a full stop, such as `A module for Go`. */
  readonly description: string;
  readonly setting: Setting;
  /** What each hole of its templates stands for. */
  readonly holes: Readonly<Record<string, string>>;
  /** All files of the client, by their path below its folder. */
  readonly files: (client: Client) => readonly GeneratedFile[];
  readonly sampler: (client: Client) => Sampler;
  /** Where the syntax of a file that was a template breaks first, as an offset; `null` where it is sound or nobody can tell. */
  readonly syntaxFault?: (file: GeneratedFile) => Promise<number | null>;
  /** The last look at files of the client that are about to be written, by their whole paths. Throws where one is wrong. */
  readonly inspect?: (files: readonly GeneratedFile[], client: Client) => Promise<void>;
}

/** No file of these names can be made on Windows, whatever its ending. */
export function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|(com|lpt)[0-9])$/i.test(name);
}
