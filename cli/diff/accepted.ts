/** Breaking changes that a team intends: entries of `changes.yaml`, and codes that the command line allows. */
import { existsSync } from 'node:fs';
import { type Place, type Report, suggestion } from '../../generator/core/report/diagnostics.ts';
import { entryOf, type Node, plainData } from '../../generator/core/spec/document.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { changesSchema } from '../../generator/schema/changes-schema.ts';
import { reportSchemaFaults } from '../../generator/validate/faults/schema-faults.ts';
import { shapeErrors } from '../../generator/validate/shape.ts';
import { regularFileBytes } from '../project/specifications/source-bytes.ts';
import type { Workspace } from '../project/workspace.ts';
import { CHANGES, type Change, type ChangeCode } from './changes.ts';

export const ACCEPTED_FILE = 'changes.yaml';

export interface Accepted {
  readonly endpoint: string;
  readonly change: ChangeCode;
  /** `null` means every change of that kind. */
  readonly of: string | null;
  readonly reason: string;
  readonly place: Place;
}

interface Written {
  readonly changes: readonly {
    readonly endpoint: string;
    readonly change: ChangeCode;
    readonly of?: string;
    readonly reason: string;
  }[];
}

/** The entries of the project's file; empty without a file. Reports all faults of the file. */
export function readAccepted(workspace: Workspace, report: Report): readonly Accepted[] {
  const file = workspace.pathOf(ACCEPTED_FILE);
  if (!existsSync(file)) return [];
  const shown = workspace.shown(file);
  const document = loadDocument(shown, regularFileBytes(file, shown), report);
  if (document === null) return [];
  const { root, sound } = document;
  const data = plainData(root);
  const errors = shapeErrors(changesSchema(Object.keys(CHANGES)))(data);
  reportSchemaFaults(root, errors, report);
  if (!sound || errors.length > 0) return [];
  const places = placesOf(root);
  return (data as Written).changes.map(({ endpoint, change, of, reason }, i) => {
    return { endpoint, change, of: of ?? null, reason, place: places[i] ?? root.place };
  });
}

function placesOf(root: Node): readonly Place[] {
  const list = root.kind === 'mapping' ? entryOf(root, 'changes')?.value : undefined;
  const items = list?.kind === 'sequence' ? list.items : [];
  return items.map(item => {
    return (item.kind === 'mapping' ? entryOf(item, 'change')?.value.place : null) ?? item.place;
  });
}

/** The reason why a change is accepted; `null` if it is not. */
export function reasonFor(change: Change, accepted: readonly Accepted[]): string | null {
  return accepted.find(one => fits(one, change))?.reason ?? null;
}

function fits({ endpoint, change: code, of }: Accepted, change: Change): boolean {
  return endpoint === change.endpoint && code === change.code && (of === null || of === change.of);
}

/** Entries that match none of `changes`. */
export function unused(
  accepted: readonly Accepted[],
  changes: readonly Change[],
): readonly Accepted[] {
  return accepted.filter(one => !changes.some(change => fits(one, change)));
}

/** The codes of `--allow`. Throws for any other text. */
export function readCode(input: string): ChangeCode {
  const codes = Object.keys(CHANGES) as ChangeCode[];
  const found = codes.find(code => code === input);
  if (found !== undefined) return found;
  const near = suggestion(input, codes);
  throw new Error(`must be the code of a change${near === null ? '' : `. ${near}`}`);
}
