/** The contract of a client language: the names of its clients, their files, and samples of their use. */

import type { PlannedFile } from '../../core/content.ts';
import type { ManifestEndpoint } from '../../core/manifest.ts';
import type { GeneratedFile } from '../../core/statement.ts';
import type { Argument, FirstCall } from '../calls.ts';
import type { Code } from '../writer.ts';

/** The input of a project's client. */
export interface Client {
  /** Its name in the world of its language, from the configuration. */
  readonly name: string;
  /** Where its files lie below the output, such as `clients/go/`. */
  readonly folder: string;
  /** All endpoints of the project, by name. */
  readonly endpoints: readonly ManifestEndpoint[];
  /** The sample call of pages: a call of the first endpoint, if there is one. */
  readonly first: FirstCall | null;
  /** Those of the language by their path below its folder, such as `errors.go`. */
  readonly templates: ReadonlyMap<string, string>;
}

/** The one thing that a project says of a client. */
export interface Setting {
  /** Its key in `quern.yaml`. */
  readonly key: string;
  /** A description without a full stop, such as `The path of the module`. */
  readonly description: string;
  /** The name where none is written: of a project, whose own name is small letters, digits and `-`. */
  readonly named: (project: string) => string;
  readonly isName: (text: string) => boolean;
  /** Describes a text that is not such a name; ends "`module` is …". */
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
  /** A description of the output, without a full stop, such as `A module for Go`. */
  readonly description: string;
  readonly setting: Setting;
  /** The text of each hole of its templates. */
  readonly holes: Readonly<Record<string, string>>;
  /** All files of the client, by their path below its folder. */
  readonly files: (client: Client) => readonly PlannedFile[];
  readonly sampler: (client: Client) => Sampler;
  /** The names of an endpoint, by that in its specification, that its samples are made of besides itself and the client's name. */
  readonly names: (client: Client) => ReadonlyMap<string, unknown>;
  /**
   * The offset of the first syntax error of a file from a template; `null` if it is sound, or if the syntax is not
   * checked.
   */
  readonly syntaxFault?: (file: GeneratedFile) => Promise<number | null>;
  /** The last check of the client's files that are about to be written, by their whole paths. Throws where one is wrong. */
  readonly inspect?: (files: readonly GeneratedFile[], client: Client) => Promise<void>;
}

/** Windows allows no file of these names, with any ending. */
export function isDevice(name: string): boolean {
  return /^(con|prn|aux|nul|(com|lpt)[0-9])$/i.test(name);
}
