/** A compiler with a memory gives the same output as one without, after any edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileOptions, compile, emit } from '../../generator/compile.ts';
import { createMemory, type Recall } from '../../generator/core/output/recall.ts';
import { usually } from '../support/usually.ts';
import {
  DIALECTS,
  edit,
  edited,
  faultsOf,
  inputsOf,
  START,
  type State,
  TEXTS_OF_SOURCES,
} from './edits.ts';

function outcome(state: State, recall?: Recall) {
  const options: CompileOptions = {
    dialects: DIALECTS[state.dialects] ?? null,
    ...(recall === undefined ? {} : { recall }),
  };
  const { compilation, diagnostics, questions, ruledOut } = compile(inputsOf(state), options);
  return {
    files: emit(compilation),
    faults: faultsOf({ diagnostics }),
    questions: questions.map(({ hash }) => hash),
    ruledOut,
  };
}

describe('a compiler with a memory', () => {
  test('gives what one without gives, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), fc.boolean(), (edits, forgets) => {
        const memory = createMemory();
        let state = START;
        for (const one of edits) {
          state = edited(state, one);
          expect(outcome(state, memory.recall)).toEqual(outcome(state));
          if (forgets) memory.forgetUnused();
        }
      }),
      { numRuns: usually(40, 5) },
    );
  });

  test.each([...TEXTS_OF_SOURCES.keys()])(
    'gives what one without gives for other dialects, over text %i of the data sets',
    at => {
      const memory = createMemory();
      const state = edited(START, ['endpoints/sources.yaml', at]);
      for (const dialects of [0, 1, 2, 0]) {
        const now = edited(state, [null, dialects]);
        expect(outcome(now, memory.recall)).toEqual(outcome(now));
      }
    },
  );

  test('compiles again what an edit concerns, and nothing else', () => {
    const memory = createMemory();
    const statements = (state: State) =>
      compile(inputsOf(state), { dialects: ['duckdb'], recall: memory.recall }).compilation
        .endpoints;
    const before = statements(START);
    const other = statements(edited(START, ['endpoints/b.yaml', 1]));
    const names = (same: boolean) =>
      other
        .filter(endpoint => before.includes(endpoint) === same)
        .map(({ endpoint }) => endpoint.name);
    expect(names(false)).toEqual(['b']);
    expect(names(true)).toEqual(['a', 'own']);
    const named = statements(edited(START, ['endpoints/one.sql', 1]));
    expect(named.filter(endpoint => !before.includes(endpoint)).map(e => e.endpoint.name)).toEqual([
      'b',
      'own',
    ]);
  });

  test('forgets what is not asked for any more', () => {
    const memory = createMemory();
    let count = 0;
    const work = (slot: string) => {
      const make = () => {
        count += 1;
      };
      memory.recall({ slot, key: [], make }, () => {});
    };
    work('a');
    work('b');
    work('a');
    memory.forgetUnused();
    work('a');
    memory.forgetUnused();
    expect(count).toBe(2);
    work('b');
    expect(count).toBe(3);
  });
});
