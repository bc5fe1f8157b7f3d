/** The views of a sandbox. Each is a separate body over a data set, and its scope is checked like that of any other read. */

import { LONGEST_SQL, SANDBOX_SQL, type SandboxView } from '../../core/plan/endpoint.ts';
import type { Param } from '../../core/plan/param.ts';
import type { BodySpec, SelectSpec } from '../../core/spec/body-spec.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { SandboxSpec, ViewSpec } from '../../core/spec/spec.ts';
import { UNCONSTRAINED } from '../../params/constraints.ts';
import { ANY_TEXT } from '../../params/index.ts';
import { resolveBody, type Target } from '../../resolve/bodies/body.ts';
import type { InputSearch } from '../../resolve/bodies/inputs.ts';
import { Steps } from '../../resolve/bodies/steps.ts';
import { relationIn } from '../../resolve/cases.ts';
import { distinctNames } from '../../resolve/names/names.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { readAlone } from '../fold.ts';

type Shared = Omit<BodyContext, 'spec' | 'owner' | 'step' | 'scopeOf'>;

export interface Sandbox {
  /** Whether nothing that its views read has faults. */
  readonly sound: boolean;
  /** May be called only if nothing has faults. */
  readonly views: () => readonly SandboxView[];
}

/** Resolves all views. Reports the faults of each. */
export function resolveSandbox(
  spec: SandboxSpec,
  shared: Shared,
  finding: InputSearch,
  target: Omit<Target, 'find'>,
): Sandbox {
  const { report } = shared;
  const declared = shared.params.byName.get(SANDBOX_SQL);
  if (declared !== undefined) {
    const message = `\`${SANDBOX_SQL}\` is reserved: in a sandbox, it contains the statement of the caller`;
    report('reserved-name', spec.place, message, 'Rename the parameter.');
  }
  distinctNames(spec.views, 'view', report);
  const views = spec.views.map(view =>
    resolveView(view, shared, { ...finding, steps: [] }, target),
  );
  return {
    sound: views.every(view => view?.sound === true),
    views: () => views.map(finished),
  };
}

interface Resolved {
  readonly sound: boolean;
  readonly view: () => SandboxView;
}

/** Returns `null` if its data set is missing. */
function resolveView(
  { name, place, value }: Entry<ViewSpec>,
  shared: Shared,
  finding: InputSearch,
  target: Omit<Target, 'find'>,
): Resolved | null {
  const steps = new Steps([], shared, finding, target);
  const named = relationIn(value);
  if (named === null) throw new Error(`the view ${name} reads nothing`);
  const step = (each: Located<string>) => steps.step(each);
  const scopeOf = (name: string) => steps.scopeOf(name);
  const found = steps.find(named);
  if (found === null) {
    readAlone({ ...shared, spec: withColumns(value, []), owner: 'step', step, scopeOf });
    return null;
  }
  const columns = found.input.columns.map(column => column.name);
  const spec = withColumns(
    value,
    columns.map(column => columnOf(column, place)),
  );
  const context: BodyContext = { ...shared, spec, owner: 'step', step, scopeOf };
  const draft = resolveBody(context, found.input, [], {
    ...target,
    find: each => steps.find(each),
  });
  if (draft.aggregates) {
    const message = `The view \`${name}\` aggregates rows, but a view must keep the rows of its data set`;
    shared.report('clause-conflict', place, message, 'Select columns, and expressions of them.');
  }
  return {
    sound: found.sound && draft.sound && draft.outputs.every(output => output !== null),
    view: () => {
      const { steps: read, answer } = steps.finished(draft.query());
      return { name, query: answer, steps: read, sources: sourcesOf(steps) };
    },
  };
}

function sourcesOf(steps: Steps): readonly Source[] {
  return steps.sources();
}

function withColumns(view: ViewSpec, all: readonly Entry<SelectSpec>[]): BodySpec {
  return { ...view, select: view.select ?? all };
}

/** An item of `select` that names the column. */
function columnOf(name: string, place: Entry<unknown>['place']): Entry<SelectSpec> {
  const value = { value: `\`${name}\``, place, at: () => place.start };
  const said = { description: null, unit: null, hidden: false, encode: null };
  return { name, place, value: { ...said, value } };
}

function finished(resolved: Resolved | null): SandboxView {
  if (resolved === null) throw new Error('A view is missing without a diagnostic.');
  return resolved.view();
}

/** The parameter that contains a caller's statement. */
export function callersSql(required: boolean): Param {
  return {
    name: SANDBOX_SQL,
    type: ANY_TEXT.name,
    scalar: ANY_TEXT.scalar,
    list: null,
    values: null,
    required,
    default: null,
    otherwise: 'reject',
    constraints: { ...UNCONSTRAINED, maxLength: LONGEST_SQL },
    description: 'One SELECT in GoogleSQL over the views of this endpoint.',
    example: null,
    deprecated: false,
  };
}
