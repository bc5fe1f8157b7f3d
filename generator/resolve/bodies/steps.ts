/** Steps of an endpoint, and relations that all endpoints share. Each is resolved on first read. */

import { checkTotal } from '../../clauses/answer/offset.ts';
import type { Found } from '../../clauses/clause.ts';
import { readAlone } from '../../clauses/fold.ts';
import { resolveFrom } from '../../clauses/from/from.ts';
import type { Query, QueryStep, SourceInput } from '../../core/plan/query.ts';
import {
  collector,
  type Diagnostic,
  type Report,
  severityOf,
} from '../../core/report/diagnostics.ts';
import type { BodySpec } from '../../core/spec/body-spec.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import type { Readable, Source } from '../../core/spec/source.ts';
import { type StepScope, UNBOUND } from '../../prove/scope.ts';
import { distinctNames, summarizeNames } from '../names/names.ts';
import type { BodyContext } from '../scope.ts';
import type { SharedRelations } from '../surroundings.ts';
import { type BodyDraft, resolveBody, type Target } from './body.ts';
import { elsewhereHint } from './elsewhere.ts';
import { findSource, type InputSearch, inputOf } from './inputs.ts';
import { checkColumns, stepInput, unknownInput } from './step-input.ts';
import { withValueSteps } from './value-steps.ts';

interface Resolved {
  readonly found: Found;
  readonly query: BodyDraft['query'] | null;
  readonly scope: StepScope | null;
}

/** Whether these are steps of one endpoint or shared relations; messages use the word. */
type Owner = 'step' | 'relation';

export class Steps {
  readonly #finding: InputSearch;
  readonly #target: Target;
  readonly #shared: Omit<BodyContext, 'spec' | 'owner' | 'step' | 'scopeOf'>;
  readonly #specs: ReadonlyMap<string, Entry<BodySpec>>;
  /** Ordered so that each one reads only earlier ones. */
  readonly #done = new Map<string, Resolved>();
  /** The steps that are being resolved; each was read by the previous one. */
  readonly #open: string[] = [];
  readonly #read = new Set<string>();
  readonly #sources = new Set<Source>();
  /** The data sets in which expressions look values up, by the name of the step that replaces each. */
  readonly #looked = new Map<string, SourceInput>();
  /** Whether an unknown name was found: it may be meant as any step. */
  #isMissing = false;
  readonly #owner: Owner;
  readonly #present: (step: string) => ReadonlySet<string>;
  /** Whether a shared relation is being resolved: it cannot name the endpoint's steps. */
  #isShared = false;
  /** Names of the steps that have a fault or read a step with a fault. */
  readonly #faulty = new Set<string>();
  /** Where faults are reported: for the endpoint, or for the readers of the shared relation that is being resolved. */
  #report: Report;

  constructor(
    specs: readonly Entry<BodySpec>[],
    shared: Omit<BodyContext, 'spec' | 'owner' | 'step' | 'scopeOf'>,
    finding: InputSearch,
    target: Omit<Target, 'find'>,
    owner: Owner = 'step',
    present: (step: string) => ReadonlySet<string> = () => new Set(),
  ) {
    this.#present = present;
    this.#report = shared.report;
    const report: Report = (code, ...fault) => {
      if (severityOf(code) === 'error') for (const name of this.#open) this.#faulty.add(name);
      this.#report(code, ...fault);
    };
    this.#specs = new Map(specs.map(step => [step.name, step]));
    this.#shared = { ...shared, report };
    this.#finding = { ...finding, report };
    this.#target = { ...target, find: name => this.find(name) };
    this.#owner = owner;
    if (owner === 'relation') return;
    distinctNames(specs, 'step of this endpoint', shared.report);
    const { sources: sets, relations } = finding.surroundings;
    const sources = [...sets.keys(), ...relations.byName.keys()];
    for (const { name, place } of specs) {
      const source = sources.find(other => other.toLowerCase() === name.toLowerCase());
      if (source === undefined) continue;
      const message = `\`${name}\` has the same name as the data set \`${source}\``;
      shared.report('duplicate-name', place, message, 'Rename the step.');
    }
  }

  /** Finds the step or data set that a body names. Reports any other name. */
  find(name: Located<string>): Found | null {
    const step = this.#named(name.value);
    if (step === undefined) {
      const known = findSource(this.#finding, name);
      if (known === null) {
        this.#isMissing = true;
        return null;
      }
      this.#sources.add(known.source);
      return { input: inputOf(known.source), sound: known.sound };
    }
    this.#read.add(step.name);
    if (this.#open.includes(step.name)) return this.#refuseCircle(name);
    return this.#resolved(step, name).found;
  }

  #named(name: string): Entry<BodySpec> | undefined {
    const relation = this.#relations.byName.get(name)?.spec;
    return this.#isShared ? relation : (this.#specs.get(name) ?? relation);
  }

  get #relations(): SharedRelations {
    return this.#finding.surroundings.relations;
  }

  /** The step or data set in which an expression looks values up. Returns `null` for an unknown name. */
  step(name: Located<string>): Readable | null {
    if (this.#named(name.value) === undefined) return this.#valuesOf(name);
    const found = this.find(name);
    if (found !== null) return found.input;
    // a cycle, which is reported
    return { name: name.value, columns: [], keys: [], broken: { has: () => true } as never };
  }

  /** A hint for a column that the relation `read` lacks. */
  elsewhere(column: string, read: string): string | null {
    const steps = new Map([...this.#specs].map(([name, { value }]) => [name, value]));
    return elsewhereHint(column, read, steps, this.#finding.surroundings);
  }

  /** The facts about a step that its readers may use; none about a data set in which values are looked up. */
  scopeOf(step: string): StepScope | null {
    if (this.#looked.has(step)) return UNBOUND;
    return this.#done.get(step)?.scope ?? null;
  }

  #valuesOf(name: Located<string>): Readable | null {
    if (!this.#finding.surroundings.sources.has(name.value)) return null;
    const input = this.find(name)?.input;
    if (input?.kind !== 'source') return null;
    let step = `${name.value}_values`;
    while (this.#named(step) !== undefined) step += '_';
    this.#looked.set(step, input);
    return { ...input, name: step };
  }

  /** Whether an unknown name was read. */
  isMissing(): boolean {
    return this.#isMissing;
  }

  /** The data sets that were read so far. */
  sources(): readonly Source[] {
    return [...this.#sources];
  }

  /** The answer and the steps that it reads. May be called only for a body without faults. */
  finished(answer: Query): { readonly steps: readonly QueryStep[]; readonly answer: Query } {
    const steps = [...this.#done].map(([name, { query }]) => {
      if (query === null) throw new Error(`The step ${name} is missing without a diagnostic.`);
      return { name, query: query() };
    });
    return withValueSteps({ steps, answer }, this.#looked);
  }

  /** Resolves all steps, to report their faults. Returns the names of those without faults. */
  sound(): ReadonlySet<string> {
    for (const step of this.#specs.values()) this.#resolved(step, at(step));
    const sound = [...this.#done].filter(
      ([name, { found }]) => found.sound && !this.#faulty.has(name),
    );
    return new Set(sound.map(([name]) => name));
  }

  /** Resolves the unread steps, to report their faults, and reports each as unused. */
  reportUnused(): void {
    const unread = [...this.#specs.values()].filter(({ name }) => !this.#done.has(name));
    for (const step of unread) this.#resolved(step, at(step));
    for (const { name, place } of unread) {
      if (this.#isMissing || this.#read.has(name)) continue;
      const message = `Nothing reads the step \`${name}\``;
      this.#shared.report('unused-step', place, message, 'Read it, or remove it.');
    }
  }

  /** `reader`: the name at the first read of the step. */
  #resolved(step: Entry<BodySpec>, reader: Located<string>): Resolved {
    const known = this.#done.get(step.name);
    if (known !== undefined) return known;
    const isShared = !this.#specs.has(step.name);
    this.#open.push(step.name);
    const resolved = isShared
      ? this.#resolveShared(step, reader)
      : this.#resolve(step, this.#owner);
    this.#open.pop();
    this.#done.set(step.name, resolved);
    return resolved;
  }

  /** Resolves a shared relation. Reports only faults that this endpoint's parameters and engines cause. */
  #resolveShared(step: Entry<BodySpec>, { place }: Located<string>): Resolved {
    const { byName, told } = this.#relations;
    const outer = this.#report;
    const { diagnostics, report } = collector();
    const wasShared = this.#isShared;
    this.#report = report;
    this.#isShared = true;
    const resolved = this.#resolve(step, 'relation');
    this.#isShared = wasShared;
    this.#report = outer;
    const isKnown = byName.get(step.name)?.sound === true;
    for (const diagnostic of isKnown ? diagnostics : []) {
      // a parameter that is optional elsewhere may be required here
      if (told.has(saying(diagnostic)) || diagnostic.code === 'never-absent') continue;
      const { code, message, hint } = diagnostic;
      const own = code === 'unknown-parameter' ? USE_HINT : hint;
      this.#shared.report(code, place, `In \`${step.name}\`: ${message}`, own);
    }
    const { input, sound } = resolved.found;
    return { ...resolved, found: { input, sound: sound && isKnown } };
  }

  #resolve({ name, value: spec }: Entry<BodySpec>, owner: Owner): Resolved {
    const context: BodyContext = {
      ...this.#shared,
      spec,
      owner,
      ...(owner === 'step' ? { present: this.#present(name) } : {}),
      scopeOf: each => this.scopeOf(each),
      step: each => this.step(each),
      elsewhere: (column, read) => this.elsewhere(column, read),
    };
    const from = resolveFrom(context, this.#target.find);
    if (from === null) {
      readAlone(context);
      const input = unknownInput(name, spec);
      return { found: { input, sound: false }, query: null, scope: null };
    }
    const draft = resolveBody(context, from.input, [], this.#target);
    checkColumns(context, draft);
    const { limit } = spec;
    if (limit !== null && !draft.isOneRow) {
      checkTotal(context, draft, { name: 'limit', place: limit.place });
    }
    const input = stepInput(name, draft, spec, from.input);
    const sound = from.sound && draft.sound && draft.outputs.every(output => output !== null);
    return { found: { input, sound }, query: draft.query, scope: draft.scope };
  }

  #refuseCircle({ value, place }: Located<string>): null {
    const circle = this.#open.slice(this.#open.indexOf(value));
    const message =
      circle.length === 1
        ? `The ${this.#owner} \`${value}\` reads itself`
        : `The ${this.#owner}s ${summarizeNames(circle)} read each other in a cycle`;
    this.#shared.report('cyclic-step', place, message, 'Let one of them read a data set.');
    return null;
  }
}

const USE_HINT = 'Declare it under `params`, as in `project: { use: project }`.';

function at({ name, place }: Entry<BodySpec>): Located<string> {
  return { value: name, place };
}

/** The identity of a fault, to find out whether it was already reported. */
export function saying({ code, place, message }: Diagnostic): string {
  return `${code} ${place.source.file} ${place.start} ${place.end} ${message}`;
}
