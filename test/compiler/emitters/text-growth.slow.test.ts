/** An author's texts cost work in proportion to their length, whatever they are made of, from the file to what is written. */
import { describe, expect, it } from 'vitest';
import { onOneLine } from '../../../cli/engines.ts';
import { compile, emit } from '../../../generator/compile.ts';
import { DEFAULT_CONFIG } from '../../../generator/config/config.ts';
import { isError } from '../../../generator/core/report/diagnostics.ts';
import { sentences } from '../../../generator/core/report/words.ts';
import * as go from '../../../generator/emitters/clients/go/text.ts';
import * as python from '../../../generator/emitters/clients/python/text.ts';
import * as javascript from '../../../generator/emitters/javascript/text.ts';
import { markdown } from '../../../generator/emitters/openapi/texts/markdown.ts';
import { queryOption } from '../../../generator/emitters/openapi/texts/text.ts';
import { fileText, indentLines, safe } from '../../../generator/emitters/text/writer.ts';
import { SOURCES } from '../../cli/cli-fixture.ts';
import { readTemplates } from '../../support/templates.ts';
import { growthOf } from '../../support/work.ts';

/** Eight times the text: linear is eight, quadratic sixty-four. */
const LINEAR = 10;

const PIECES = [
  '\n',
  ' ',
  '\t',
  '\r',
  '\r\n',
  '\n ',
  ' \n',
  '\n\n    a',
  '\n\ta\n',
  '\\',
  '\\u',
  '"',
  "'",
  '`',
  '_',
  'a_',
  '*',
  '[',
  ']:',
  '.',
  '. ',
  ':',
  '-',
  '\n- ',
  '0',
  'https:',
  '@',
  '&',
  '{',
  'é',
  '\u0000',
  '\u2028',
  '\uD800',
  'a b\n',
];
const named = (piece: string) => [JSON.stringify(piece), piece] as const;

const HELPERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a Go literal': go.literal,
  'a Go tag': go.tag,
  'a Go comment': text => go.comment(text, text),
  'a Python literal': python.literal,
  'a Python docstring': python.documented,
  'a JavaScript literal': javascript.literal,
  'JavaScript words': javascript.commentWords,
  'a JavaScript comment': text => javascript.comment(javascript.commentWords(text)),
  Markdown: markdown,
  'an option of curl': text => queryOption('a', text.toWellFormed()),
  'the text of a file': text => fileText(safe(text)),
  'an indented text': text => indentLines(text, '  '),
  sentences: text => sentences(text, text),
  'the words of an engine': onOneLine,
};

describe.each(Object.entries(HELPERS))('%s', (_, helper) => {
  it.each(PIECES.map(named))('of many %s', (_, piece) => {
    expect(growthOf(size => () => helper(piece.repeat(size)))).toBeLessThan(LINEAR);
    expect(growthOf(size => () => helper(`a${piece.repeat(size)}b`))).toBeLessThan(LINEAR);
  });
});

describe('a project', () => {
  const settings = DEFAULT_CONFIG.outputs;
  const templates = readTemplates();
  const endpoint = (text: string) => `endpoint: texts
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
summary: ${JSON.stringify(text.replaceAll('\n', ' '))}
description: ${JSON.stringify(text)}
from: edge_logs
params:
  project: { type: string, required: true, description: ${JSON.stringify(text)} }
where: [project = @project]
select:
  size: { value: size, description: ${JSON.stringify(text)}, unit: ${JSON.stringify(text.replaceAll('\n', ' '))} }
`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = (text: string) => [
    { path: 'endpoints/sources.yaml', bytes: bytes(SOURCES) },
    { path: 'endpoints/texts.yaml', bytes: bytes(endpoint(text)) },
  ];

  it.each(['\n', ' ', '\t', '\\', '_', '"', '\n    a\n'].map(named))('of many %s', (_, piece) => {
    const made = (size: number) => {
      const inputs = files(`a${piece.repeat(size)}b`);
      return () => {
        const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
        const fault = diagnostics.find(isError);
        if (fault !== undefined) throw new Error(fault.message);
        emit(compilation, settings, templates);
      };
    };
    made(10)();
    expect(growthOf(made, 500)).toBeLessThan(LINEAR);
  });
});
