/** Random endpoints held to the reference: many of them over the same rows, in both forms, on every engine. */
import fc from 'fast-check';
import { type InputFile, resolveInputs } from '../../../generator/compile.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import { severityOf } from '../../../generator/core/report/diagnostics.ts';
import type { TestEngine } from '../../engines/test-engine.ts';
import type { Sent, Tables } from '../../reference/answer.ts';
import { Refused } from '../../reference/params.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { references } from '../../support/projects/specs.ts';
import { NOW, requestOf } from '../cases.ts';
import { difference, type Expected, expected } from '../compare.ts';
import { prepare, runSaved, runSpecialized } from '../execute.ts';
import { withForeignStorage } from '../foreign.ts';
import { tablesOfSources } from '../tables.ts';
import { ableEngines } from './able.ts';
import { type Chance, chance } from './chance.ts';
import { randomTables, sourcesText, TEXTS } from './data.ts';
import { endpointText, nameOf } from './specs.ts';

export interface Outcome {
  /** The text of each endpoint by its number; those that the compiler refuses are left out. */
  readonly texts: ReadonlyMap<number, string>;
  /** Of the endpoints, those for which some request found rows. */
  readonly answered: number;
  /** Endpoints that the compiler refuses, each with the code of the first fault. */
  readonly refused: readonly (readonly [seed: number, code: string])[];
  readonly faults: readonly string[];
}

/** Endpoints that are judged over the same rows. */
export const BATCH = 40;
const ROWS = 14;
/** Requests of which one is sent. */
const TRIES = 4;

/** `count` numbers from `first` on. */
export function numbersFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Judges the endpoints of these numbers, each with one request, up to the first batch with a fault. */
export async function judge(
  engines: readonly TestEngine[],
  numbers: readonly number[],
): Promise<Outcome> {
  const texts = new Map<number, string>();
  const refused: (readonly [number, string])[] = [];
  const faults: string[] = [];
  let answered = 0;
  for (let from = 0; from < numbers.length; from += BATCH) {
    const batch = await judgeBatch(engines, numbers.slice(from, from + BATCH));
    for (const [seed, text] of batch.texts) texts.set(seed, text);
    answered += batch.answered;
    refused.push(...batch.refused);
    faults.push(...batch.faults);
    if (faults.length > 0) break;
  }
  return { texts, answered, refused, faults };
}

async function judgeBatch(
  engines: readonly TestEngine[],
  seeds: readonly number[],
): Promise<Outcome> {
  const able = new Map<number, readonly string[]>();
  const inputOf = (seed: number): InputFile => {
    const only = able.get(seed);
    const clause = only === undefined ? '' : `\nengines: [${only.join(', ')}]\n`;
    return { path: `endpoints/${nameOf(seed)}.yaml`, bytes: `${endpointText(seed)}${clause}` };
  };
  const dialects = engines.map(({ name }) => name);
  const [first = 0] = seeds;
  // every second batch reads tables that others could have made
  const isForeign = Math.floor(first / BATCH) % 2 === 1;
  const text = isForeign ? withForeignStorage(sourcesText(), first) : sourcesText();
  const sources = { path: 'endpoints/sources.yaml', bytes: text };
  const read = () => resolveInputs([sources, ...seeds.map(inputOf)], { dialects });
  const before = read();
  for (const seed of seeds) {
    const own = before.diagnostics.filter(({ place }) => place.source.file === inputOf(seed).path);
    const wrong = own.filter(({ code }) => severityOf(code) === 'error');
    const engines = wrong.length === 0 ? null : ableEngines(dialects, wrong);
    if (engines !== null) able.set(seed, engines);
  }
  const { project, diagnostics } = able.size === 0 ? before : read();
  const errors = diagnostics.filter(({ code }) => severityOf(code) === 'error');
  const refused = seeds.flatMap(seed => {
    const error = errors.find(({ place }) => place.source.file === inputOf(seed).path);
    return error === undefined ? [] : [[seed, error.code] as const];
  });
  const sound = seeds.filter(seed => refused.every(([other]) => other !== seed));
  const known = references([sources, ...sound.map(inputOf)]);
  const [seed = 0] = seeds;
  const tables = randomTables(chance(seed), ROWS);
  for (const engine of engines)
    await engine.load(tablesOfSources(project, engine.name, Object.fromEntries(tables)));
  const endpoints = new Map(allPortable(project.endpoints).map(one => [one.name, one]));
  const faults: string[] = [];
  const texts = new Map<number, string>();
  let answered = 0;
  for (const seed of sound) {
    const [endpoint, reference] = [endpoints.get(nameOf(seed)), known.get(nameOf(seed))];
    if (endpoint === undefined || reference === undefined) throw new Error(`not compiled: ${seed}`);
    texts.set(seed, endpointText(seed));
    const by = chance(seed);
    const sent = fc
      .sample(requestOf(endpoint, []), { seed, numRuns: TRIES })
      .map(one => withTexts(endpoint, one, by));
    const possible = sent.flatMap(one => {
      const wanted = wantedFor(reference, tables, one);
      return wanted === null ? [] : [{ sent: one, wanted }];
    });
    const isFound = ({ wanted }: Asked) => wanted.rows.length > 0;
    // one that finds rows, where there is one
    const asked = [...possible.filter(isFound), ...possible].slice(0, 1);
    if (asked.some(({ wanted }) => wanted.rows.length > 0)) answered += 1;
    const asking = engines.filter(({ name }) => endpoint.engines.includes(name));
    const found = await Promise.all(asking.map(engine => faultsOn(engine, endpoint, asked)));
    faults.push(...found.flat().map(fault => `${seed}: ${fault}`));
  }
  return { texts, answered, refused, faults };
}

/** Most texts are ones that rows have. */
function withTexts({ params }: PortableEndpoint, sent: Sent, by: Chance): Sent {
  const texts = params
    .filter(({ type, values }) => type === 'string' && values === null)
    .filter(({ name }) => sent[name] !== undefined && sent[name] !== '' && by.percent(85))
    .map(({ name, list }) => [
      name,
      list === null ? by.one(TEXTS) : [by.one(['alpha', 'beta']), ...by.some(TEXTS, 0, 3)],
    ]);
  return { ...sent, ...Object.fromEntries(texts) };
}

function wantedFor(
  reference: Parameters<typeof expected>[0],
  tables: Tables,
  sent: Sent,
): Expected | null {
  try {
    return expected(reference, tables, sent, NOW);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

interface Asked {
  readonly sent: Sent;
  readonly wanted: Expected;
}

async function faultsOn(
  engine: TestEngine,
  endpoint: PortableEndpoint,
  asked: readonly Asked[],
): Promise<readonly string[]> {
  const prepared = prepare(endpoint, engine.name);
  const faults: string[] = [];
  for (const { sent, wanted } of asked) {
    for (const [form, run] of Object.entries({ specialised: runSpecialized, saved: runSaved })) {
      const wrong = await run(prepared, engine, sent, NOW).then(
        rows => difference(wanted, rows, engine.name),
        error => (error instanceof Error ? error.message : String(error)),
      );
      if (wrong !== null) faults.push(`${engine.name}, ${form}, ${JSON.stringify(sent)}: ${wrong}`);
    }
  }
  return faults;
}
