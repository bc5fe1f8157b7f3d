/** Texts that would end a comment, a literal or a template, or begin code, wherever they stand unescaped. */

/** Stands in every payload: as an identifier of a generated file it would be code that a stranger wrote. */
export const PLANTED = 'planted_word';

const payload = (before: string, after = '') => `${before} ${PLANTED} ${after}`;

/** By what they try. None holds NUL or a lone surrogate, which no text of a specification may. */
export const PAYLOADS = {
  // ends of comments
  'end of a comment': payload('*/', '/*'),
  'end of a comment, once escaped': payload('*\\/', '/**'),
  'end of a comment, re-formed by deleting': payload('**//', '*​/'),
  'end of a comment, re-formed by replacing': payload('*/*/ **/ */ *\\*// *\\\\/', '/'),
  'slash alone': `/${PLANTED}/`,
  'star at the end': payload('a', '*'),
  'line comments': payload('// # -- ; %', '// \\'),
  // literals
  'single quotes': payload("' + (", ") + '"),
  'double quotes': payload('" + (', ') + "'),
  backticks: payload('` + (', ') + `'),
  'quotes after backslashes': payload('\\\' \\" \\` \\\\\' \\\\" \\\\`', '\\\\\\"'),
  'backslash at the end': payload('a', '\\'),
  'three backslashes at the end': payload("'", '\\\\\\'),
  'escapes as text': payload('\\n \\u000a \\x0a \\0 \\u{a} \\N{DIGIT ONE} \\101', '\\u2028'),
  'holes of templates': payload('${', '} #{x} $(x) %(x)s {x} {{x}} <%= x %>'),
  'holes of ours': payload('{{package}} {{ package }} {{name}}', '{{{package}}}'),
  'percent signs': payload('%s %d %v %%', '%n'),
  'Python triple quotes': payload('""" \'\'\'', '"""\n'),
  'Python triple quotes at the end': payload('\\"""', '""'),
  'Go raw strings': payload('` + "', '" + `\n`'),
  // line breaks, each before something that begins a statement
  'line feed': payload('a\n', '\nimport os; b'),
  'carriage return': payload('a\r', '\rimport os; b'),
  'carriage return and line feed': payload('a\r\n', '\r\nimport os; b'),
  'line separator': payload('a\u2028', '\u2028import os; b'),
  'paragraph separator': payload('a\u2029', '\u2029import os; b'),
  'next line': payload('a\u0085', '\u0085import os; b'),
  'vertical tab': payload('a\v', '\vimport os; b'),
  'form feed': payload('a\f', '\fimport os; b'),
  'separators of ASCII': payload('a\u001c\u001d\u001e', '\u001fimport os; b'),
  'line breaks at both ends': `\n\r\n${PLANTED}\u2028\n`,
  'empty lines': `a\n\n\n${PLANTED}\n\n   \n\t\nb`,
  // directives and tags
  'directives of compilers': payload(
    '/ <reference path="x" />\n@ts-ignore\n# type: ignore\n//go:build x',
  ),
  'tags of documentation': payload('@deprecated @param {x} {@link', '} @example\n```ts\n}```'),
  'a build constraint': `+build ignore\ngo:generate rm ${PLANTED}\n# -*- coding: utf-7 -*-`,
  'conflict marks': `<<<<<<< ${PLANTED}\n=======\n>>>>>>> b`,
  // markup
  HTML: payload('<script>', '</script><!-- --> &lt; &amp; ]]>'),
  Markdown: payload('```\n# a\n[b](javascript:x) | c |', '\n- d\n> e\n---'),
  // characters
  'control characters': payload('\u0001\u0007\b\u001b[31m', '\u007f\u009f'),
  tabs: payload('\t', '\t'),
  'bidirectional text': payload('\u202e\u2066 // ', '\u2069\u202c\u200f'),
  'byte order mark': `\ufeff${PLANTED}\ufeff`,
  'no width': payload('a\u200b\u200c\u200d\u2060', '\u00ad'),
  'beyond the basic plane': payload('🎈𝕬\u{10ffff}', '日本語'),
  'long words': `${PLANTED} ${'x'.repeat(3_000)} ${'y'.repeat(300)}`,
  'long lines': `${PLANTED} '"\\*/ `.repeat(60),
} as const satisfies Readonly<Record<string, string>>;

/** Names that the language of endpoints allows, and some other language gives a meaning, or cannot tell apart. */
export const NAMES: readonly string[] = [
  ...['class', 'default', 'delete', 'enum', 'eval', 'arguments', 'await', 'yield', 'let', 'static'],
  ...['interface', 'package', 'function', 'return', 'null', 'undefined', 'NaN', 'Infinity', 'this'],
  ...['toString', 'valueOf', 'hasOwnProperty', 'then', 'name', 'length', 'toJSON', 'globalThis'],
  ...['None', 'True', 'False', 'def', 'lambda', 'self', 'nonlocal', 'pass', 'print', 'async'],
  ...['_', '__', '__init__', '__class__', '__slots__', '_private', 'match', 'type', 'case'],
  ...['func', 'chan', 'map', 'range', 'select', 'go', 'defer', 'nil', 'iota', 'string', 'error'],
  ...['init', 'main', 'int64', 'true', 'false', 'any', 'never', 'unknown', 'object', 'symbol'],
  ...['client', 'params', 'options', 'row', 'rows', 'signal', 'timeout', 'headers', 'context'],
  ...['Client', 'Row', 'Params', 'Date', 'Promise', 'Array', 'Object', 'Error', 'fetch', 'json'],
  ...['a_b', 'a__b', 'aB', 'A', 'x1', '_1', 'os', 'import', 'from', 'export', 'CON', 'NUL'],
];
