/** Breaking changes that a team intends: entries of `changes.yaml`, and codes that the command line allows. */
import { existsSync } from 'node:fs';
import { type Place, type Report, suggestion } from '../../generator/core/report/diagnostics.ts';
import { refusingCuts } from '../../generator/core/report/reporting-cuts.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { fileSchema } from '../../generator/shape/emission.ts';
import { collectFaults } from '../../generator/shape/faults/faults.ts';
import type { JsonSchema } from '../../generator/shape/json-schema.ts';
import { list } from '../../generator/shape/kinds/list.ts';
import { needed, object, optional } from '../../generator/shape/kinds/object.ts';
import { oneOf, proseText } from '../../generator/shape/kinds/texts.ts';
import { as } from '../../generator/shape/shape.ts';
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

const CODES = Object.keys(CHANGES) as ChangeCode[];

const entry = as(
  object({
    endpoint: needed(proseText('The name of the endpoint; if it was removed, its old name.')),
    change: needed(oneOf(CODES, 'The change, as `quern diff` names it.')),
    of: optional(
      proseText(
        'The parameter, column, alias or engine that changed; without this key, any of them.',
      ),
    ),
    reason: needed(proseText('Why the change is acceptable for callers.')),
  }),
  ({ change: { value, place }, ...others }): Accepted => ({ ...others, change: value, place }),
);

const FILE = {
  title: 'Accepted changes',
  description: 'Changes that break callers and that the team intends.',
  shape: object({
    changes: needed(list(entry, { description: 'Intended changes, which `quern diff` accepts.' })),
  }),
};

/** The JSON Schema of `changes.yaml`. */
export function acceptedSchema(): JsonSchema {
  return fileSchema(FILE, { dialects: [], paramTypes: [] });
}

/** The entries of the project's file; empty without a file. Reports all faults of the file. */
export function readAccepted(workspace: Workspace, told: Report): readonly Accepted[] {
  const report = refusingCuts(told);
  const file = workspace.pathOf(ACCEPTED_FILE);
  if (!existsSync(file)) return [];
  const shown = workspace.shown(file);
  const document = loadDocument(shown, regularFileBytes(file, shown), report);
  if (document === null) return [];
  const { root, sound } = document;
  const faults = collectFaults();
  FILE.shape.check({ node: root, above: null, entry: null }, faults);
  const fits = faults.finish(report);
  return fits && sound ? FILE.shape.read(root, root.place, report).changes : [];
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
  const found = CODES.find(code => code === input);
  if (found !== undefined) return found;
  const near = suggestion(input, CODES);
  throw new Error(`must be the code of a change${near === null ? '' : `. ${near}`}`);
}
