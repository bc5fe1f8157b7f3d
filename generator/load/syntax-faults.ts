/** Messages for the YAML library's error codes. The library's own messages are never shown. */
import type { ErrorCode } from 'yaml';

export interface SyntaxFault {
  readonly message: string;
  readonly hint: string | null;
}

const QUOTE = 'Quote the text to use it as it is.';
const INDENT = 'Indent with spaces, by the same number for all lines of one level.';

const FAULTS: Readonly<Partial<Record<ErrorCode, SyntaxFault>>> = {
  BAD_DQ_ESCAPE: {
    message: 'The backslash does not begin a known escape in double quotes',
    hint: 'Double the backslash, or use single quotes.',
  },
  BAD_INDENT: { message: 'The indentation does not fit the lines around it', hint: INDENT },
  TAB_AS_INDENT: { message: 'A line is indented with a tab', hint: INDENT },
  BAD_SCALAR_START: {
    message: 'A text without quotes begins with a character that has a meaning in YAML',
    hint: QUOTE,
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'A second `:` on one line begins a mapping inside a mapping',
    hint: QUOTE,
  },
  BLOCK_IN_FLOW: {
    message: 'A mapping or list of indented lines is inside brackets',
    hint: 'Use brackets inside brackets.',
  },
  KEY_OVER_1024_CHARS: { message: 'A key is longer than 1,024 characters', hint: null },
  MULTILINE_IMPLICIT_KEY: {
    message: 'A key or a text continues on a second line, but must end on the first',
    hint: 'Look for a missing `:` after a key, and check the indentation.',
  },
  MISSING_CHAR: {
    message: 'Something is missing here: a `:`, a comma, a bracket, or a space before or after one',
    hint: 'Quote the text before it, if it contains a comma: between braces, a comma ends a value.',
  },
  UNEXPECTED_TOKEN: { message: 'This is not allowed here', hint: QUOTE },
};

const TEMPLATE: SyntaxFault = {
  message: 'A template (`{{…}}`) is not allowed here',
  hint: 'Write a parameter as `@name`, and quote a text that begins with `@`.',
};

const NO_SPACE: SyntaxFault = {
  message: 'A space is missing after the `-` of an item, or after the `:` of a key',
  hint: 'Write `- item`, or `key: value`.',
};

/** Codes of faults that `tokens.ts` already reports, with better places. */
const FEATURE_CODES: ReadonlySet<ErrorCode> = new Set([
  'ALIAS_PROPS',
  'BAD_ALIAS',
  'BAD_COLLECTION_TYPE',
  'BAD_DIRECTIVE',
  'BAD_PROP_ORDER',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_DOCS',
  'MULTIPLE_TAGS',
  'NON_STRING_KEY',
  'RESOURCE_EXHAUSTION',
  'TAG_RESOLVE_FAILED',
]);

export function isFeature(code: ErrorCode): boolean {
  return FEATURE_CODES.has(code);
}

/** The message for an error at `at` of `text`. Reads the rest of the line: call it for what is reported, not for each of many on a line. */
export function describeSyntaxFault(code: ErrorCode, text: string, at: number): SyntaxFault {
  if (code === 'UNEXPECTED_TOKEN' && isAfterTemplate(text, at)) return TEMPLATE;
  if (code === 'MULTILINE_IMPLICIT_KEY' && /^(?:-|\w+:)[^\s:-]/.test(restOfLine(text, at)))
    return NO_SPACE;
  return (
    FAULTS[meantCode(code, text, at)] ?? {
      message: 'The text is not well-formed YAML here',
      hint: null,
    }
  );
}

/** The library reports these two for a line that is not indented like its neighbours, and for a `: ` in a text between brackets. */
function meantCode(code: ErrorCode, text: string, at: number): ErrorCode {
  const after = restOfLine(text, at);
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && !/:(?:\s|$)/.test(after)) return 'BAD_INDENT';
  if (code === 'BLOCK_IN_FLOW' && /^[^,[\]{}]*: /.test(after)) return 'BLOCK_AS_IMPLICIT_KEY';
  return code;
}

function restOfLine(text: string, at: number): string {
  return text.slice(at).split(/\r?\n/, 1)[0] ?? '';
}

function isAfterTemplate(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] ?? '';
  return /\{\{[^{}]*\}\}/.test(line);
}
