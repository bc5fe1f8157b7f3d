/** A compiler with a store gives the same output as one without, after any edits. */
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Packed, packed, unpacked } from '../../../cli/generate/packed.ts';
import { openSpool, spilling } from '../../../cli/generate/spool.ts';
import { type CompileOptions, compile, emit, planFiles } from '../../../generator/compile.ts';
import { compileKept, type Store } from '../../../generator/compile-kept.ts';
import type { Description } from '../../../generator/emitters/emitter.ts';
import { OWN_OUTPUT as settings } from '../../support/client-files.ts';
import { readTemplates } from '../../support/templates.ts';
import { usually } from '../../support/usually.ts';
import { DIALECTS, edit, edited, faultsOf, inputsOf, START, type State } from './edits.ts';

const templates = readTemplates();

const spool = openSpool();
afterAll(() => spool.close());

interface Placed {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Keeps bytes, as a disk does. */
function createStore(): Store & { readonly hits: () => number; readonly puts: () => number } {
  const entries = new Map<string, Buffer>();
  let hits = 0;
  let puts = 0;
  return {
    get: key => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      hits += 1;
      const { late, ...read }: Packed<Placed> = deserialize(entry);
      const textOf = ({ digest, bytes }: Placed) => ({ digest, bytes: () => bytes });
      return unpacked(read, textOf, () => late);
    },
    put: (key, kept) => {
      puts += 1;
      const entry = packed<Placed>(kept, text => ({ digest: text.digest, bytes: text.bytes() }));
      entries.set(key, serialize(entry));
    },
    hits: () => hits,
    puts: () => puts,
  };
}

function textsOf(files: ReturnType<typeof planFiles>) {
  return files.map(({ path, text }) => ({ path, text }));
}

function optionsOf({ dialects }: State): CompileOptions {
  return { dialects: DIALECTS[dialects] ?? null };
}

function outcome(state: State) {
  const result = compile(inputsOf(state), optionsOf(state));
  const { questions, ruledOut } = result;
  const hashes = questions.map(({ hash }) => hash);
  const files = emit(result.compilation, settings, templates);
  return { files, faults: faultsOf(result), hashes, ruledOut };
}

/** Compiles new endpoints in groups of `size`, or together. */
function keptOutcome(state: State, store: Store, size: number | null = null) {
  const makePieces = (description: Description) =>
    void planFiles({ description, settings, templates });
  const groups = size === null ? null : { size, makePieces, spill: spilling(spool) };
  const result = compileKept(inputsOf(state), optionsOf(state), store, groups);
  const { description, questions, ruledOut } = result;
  const files = textsOf(planFiles({ description, settings, templates }));
  result.keep();
  const hashes = questions.map(({ hash }) => hash);
  return { files, faults: faultsOf(result), hashes, ruledOut };
}

describe('a compiler with a store', () => {
  test('gives what one without gives, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), edits => {
        const store = createStore();
        let state = START;
        for (const one of edits) {
          state = edited(state, one);
          expect(keptOutcome(state, store)).toEqual(outcome(state));
        }
      }),
      { numRuns: 8 },
    );
  });

  test('gives the same in groups, and compiles each endpoint once', () => {
    const size = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 10 }), size, (edits, size) => {
        const state = edits.reduce(edited, START);
        const store = createStore();
        expect(keptOutcome(state, store, size)).toEqual(outcome(state));
        expect(keptOutcome(state, store)).toEqual(outcome(state));
      }),
      { numRuns: usually(8) },
    );
    const store = createStore();
    keptOutcome(START, store, 1);
    expect(store.puts()).toBe(3);
    expect(store.hits()).toBe(3);
    expect(keptOutcome(START, store, 1)).toEqual(outcome(START));
    expect(store.puts()).toBe(3);
  });

  test('compiles what an edit concerns, and takes the others from the store', () => {
    const store = createStore();
    const counts = (state: State) => {
      const [hits, puts] = [store.hits(), store.puts()];
      keptOutcome(state, store);
      return { hits: store.hits() - hits, puts: store.puts() - puts };
    };
    // `asked` has a question, and is not kept
    expect(counts(START)).toEqual({ hits: 0, puts: 3 });
    expect(counts(START)).toEqual({ hits: 3, puts: 0 });
    expect(counts(edited(START, ['endpoints/b.yaml', 1]))).toEqual({ hits: 2, puts: 1 });
    // its file of SQL is not its own file
    expect(counts(edited(START, ['endpoints/one.sql', 1]))).toEqual({ hits: 3, puts: 1 });
    expect(counts(edited(START, ['endpoints/sources.yaml', 1]))).toEqual({ hits: 0, puts: 3 });
    expect(counts(edited(START, [null, 1]))).toEqual({ hits: 0, puts: 3 });
    expect(counts(edited(START, [null, 2]))).toEqual({ hits: 0, puts: 3 });
  });

  test('keeps pieces of files, and makes those again that other endpoints change', () => {
    const store = createStore();
    const named = (name: string, n: number) => {
      const text = `endpoint: ${name}\nid: 0000000${n}-0000-4000-8000-000000000000\nfrom: logs\nselect: [id]\n`;
      return { path: `endpoints/${name}.yaml`, bytes: text };
    };
    const sources =
      'sources:\n  logs: { tables: { duckdb: { table: logs } }, columns: { id: string } }\n';
    const filesOf = (...names: readonly string[]) => {
      const endpoints = names.map((name, n) => named(name, n));
      const inputs = [{ path: 'endpoints/sources.yaml', bytes: sources }, ...endpoints];
      const kept = compileKept(inputs, { dialects: null }, store);
      expect(kept.diagnostics).toEqual([]);
      const files = textsOf(planFiles({ description: kept.description, settings, templates }));
      kept.keep();
      expect(files).toEqual(
        emit(compile(inputs, { dialects: null }).compilation, settings, templates),
      );
      return files.map(({ path }) => path);
    };
    const puts = () => {
      const before = store.puts();
      return () => store.puts() - before;
    };
    const first = puts();
    expect(filesOf('a-b', 'c')).toContain('clients/typescript/endpoints/aB.js');
    expect(first()).toBe(2);
    // both would be `aB`: the operation of the one that did not change has another name
    const second = puts();
    expect(filesOf('a-b', 'c', 'a.b')).toContain('clients/typescript/endpoints/aB00000000.js');
    expect(second()).toBe(2);
    const third = puts();
    filesOf('a-b', 'c', 'a.b');
    expect(third()).toBe(0);
  });

  test('keeps an endpoint with its warnings, and none with errors', () => {
    const store = createStore();
    const warned = edited(START, ['endpoints/b.yaml', 3]);
    const { faults, files } = keptOutcome(warned, store);
    expect(faults.map(({ code }) => code)).toEqual(['ambiguous-order']);
    expect(files.map(({ path }) => path)).toContain('sql/duckdb/b.sql');
    const hits = store.hits();
    expect(keptOutcome(warned, store).faults).toEqual(faults);
    expect(store.hits() - hits).toBe(3);
    const faulty = edited(START, ['endpoints/b.yaml', 2]);
    const puts = store.puts();
    expect(keptOutcome(faulty, store).faults.map(({ code }) => code)).toEqual(['type-mismatch']);
    expect(store.puts()).toBe(puts);
  });

  test.each([null, 1])('finds again what only statements show, in groups of %s', size => {
    const store = createStore();
    const faulty = edited(START, ['endpoints/b.yaml', 7]);
    for (const one of [store, store])
      expect(keptOutcome(faulty, one, size).faults.map(({ code }) => code)).toEqual([
        'missing-key',
      ]);
  });

  test('compiles endpoints together that share an identifier, and takes the others from the store', () => {
    const store = createStore();
    keptOutcome(START, store);
    // `a` and `b` have one identifier, and `b` a fault besides
    const clashing = edited(edited(START, ['endpoints/a.yaml', 3]), ['endpoints/b.yaml', 2]);
    const hits = store.hits();
    const { faults } = keptOutcome(clashing, store);
    expect(faults).toEqual(outcome(clashing).faults);
    expect(faults.map(({ code }) => code)).toContain('duplicate-id');
    expect(store.hits() - hits).toBe(1);
  });
});
