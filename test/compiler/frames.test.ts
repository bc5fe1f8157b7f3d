/** The line under a diagnostic: a long one is cut around its place, with an ellipsis on each side that is cut. */
import { expect, test } from 'vitest';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';

const WORDS = Array.from({ length: 60 }, (_, i) => `w${String(i).padStart(2, '0')}`).join(' ');

function frameAt(word: string, text = WORDS) {
  const start = text.indexOf(word);
  const source = { file: 'a.yaml', text };
  const place = { source, start, end: start + word.length };
  const shown = renderDiagnostics([{ code: 'wrong-type', place, message: 'Wrong', hint: null }]);
  const [, line = '', marks = ''] = shown.split('\n').map(one => one.replace(/^.*? \| /, ''));
  return { line, marked: line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1) };
}

test.each([
  ['w00', /^w00 .*w24…$/],
  ['w12', /^w00 .*w24…$/],
  ['w30', /^… w18 .*w41 w…$/],
  ['w59', /^…w35 .*w59$/],
])('%s', (word, expected) => {
  const { line, marked } = frameAt(word);
  expect(marked).toBe(word);
  expect(line).toHaveLength(100);
  expect(line).toMatch(expected);
});

test('a line that fits is whole', () => {
  expect(frameAt('w03', WORDS.slice(0, 100))).toEqual({ line: WORDS.slice(0, 100), marked: 'w03' });
});
