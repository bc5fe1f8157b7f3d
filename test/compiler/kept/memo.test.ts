/** A compiler with a memo gives the same output as one without, after any edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileOptions, compile, emit } from '../../../generator/compile.ts';
import { createMemo, type Once, onceFor } from '../../../generator/core/memo.ts';
import { usually } from '../../support/usually.ts';
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

function outcome(state: State, once?: Once) {
  const options: CompileOptions = {
    dialects: DIALECTS[state.dialects] ?? null,
    ...(once === undefined ? {} : { once }),
  };
  const { compilation, diagnostics, questions, ruledOut } = compile(inputsOf(state), options);
  return {
    files: emit(compilation),
    faults: faultsOf({ diagnostics }),
    questions: questions.map(({ hash }) => hash),
    ruledOut,
  };
}

describe('a compiler with a memo', () => {
  test('gives what one without gives, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), fc.boolean(), (edits, forgets) => {
        const memo = createMemo();
        let state = START;
        for (const one of edits) {
          state = edited(state, one);
          expect(outcome(state, memo.once)).toEqual(outcome(state));
          if (forgets) memo.forgetUnused();
        }
      }),
      { numRuns: usually(40, 5) },
    );
  });

  test.each([...TEXTS_OF_SOURCES.keys()])(
    'gives what one without gives for other dialects, over text %i of the data sets',
    at => {
      const memo = createMemo();
      const state = edited(START, ['endpoints/sources.yaml', at]);
      for (const dialects of [0, 1, 2, 0]) {
        const now = edited(state, [null, dialects]);
        expect(outcome(now, memo.once)).toEqual(outcome(now));
      }
    },
  );
});

describe('a memo', () => {
  const counting = () => {
    let count = 0;
    return () => {
      count += 1;
      return count;
    };
  };

  test('makes a value again only for another query or other inputs', () => {
    const { once } = createMemo();
    const make = counting();
    const object = {};
    expect(once('a', [object, Buffer.from('x')], make)).toBe(1);
    expect(once('a', [object, Buffer.from('x')], make)).toBe(1);
    expect(once('a', [object, Buffer.from('y')], make)).toBe(2);
    expect(once('a', [{}, Buffer.from('y')], make)).toBe(3);
    expect(once('a', [], make)).toBe(4);
    expect(once('b', [], make)).toBe(5);
    expect(once('a', [], make)).toBe(4);
    expect(once('a', [object], make)).toBe(6);
  });

  test('forgets a value that is not asked for any more', () => {
    const { once, forgetUnused } = createMemo();
    const make = counting();
    once('a', [], make);
    once('b', [], make);
    forgetUnused();
    once('a', [], make);
    forgetUnused();
    expect(once('a', [], make)).toBe(1);
    expect(once('b', [], make)).toBe(3);
  });

  test('keeps the values of an object apart from those of another', () => {
    const [one, other] = [{}, {}];
    const make = counting();
    expect(onceFor(one, 'a', [], make)).toBe(1);
    expect(onceFor(other, 'a', [], make)).toBe(2);
    expect(onceFor(one, 'a', [], make)).toBe(1);
  });
});
