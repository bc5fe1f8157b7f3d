/**
 * Generated text in any language. An emitter writes its own text in `code` templates. Untrusted text becomes `Code` only
 * through the helpers of a language (`<language>/text.ts`), and a plain string in a template does not compile.
 */

declare const ofCode: unique symbol;
/** Text that is safe in its target language: one or more lines, without a newline at the end. */
export type Code = string & { readonly [ofCode]: true };

/** A value in a template: code, or a list of codes, one per line. */
type Part = Code | readonly Code[];

/** Marks a text as safe. Only for the helpers of a language, which document why the text is safe; a test checks who else calls it. */
export function safe(text: string): Code {
  return text as Code;
}

/** Converts a JSON number, which every language reads in the same way. Throws for other texts. */
export function printNumeral(text: string): Code {
  if (!/^-?(0|[1-9][0-9]*)(\.[0-9]+)?(e-?[0-9]+)?$/.test(text)) {
    throw new Error(`no number: ${JSON.stringify(text)}`);
  }
  return safe(text);
}

/**
 * A template of generated text. Removes the indentation that all lines share. A value of several lines keeps the indentation of
 * its first line. An empty list on its own line leaves no line.
 */
export function code(template: TemplateStringsArray, ...parts: readonly Part[]): Code {
  const strings = dedented(template);
  let text = strings[0] ?? '';
  // a plain loop, because the files of an endpoint consist of some hundred templates
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? [];
    const rest = strings[i + 1] ?? '';
    if (typeof part === 'string') text += indentLines(part, text) + rest;
    else if (part.length > 0) text += indentLines(part.join('\n'), text) + rest;
    else if (isLineEnd(rest) && isBlankLine(text)) text = withoutLastLine(text) + rest;
    else text += rest;
  }
  return safe(text);
}

/** Joins codes with one of our own separators. */
export function joinCode(codes: readonly Code[], between: ', ' | ' | ' | '\n' | '\n\n' | ''): Code {
  return safe(codes.join(between));
}

/** Returns the whole text of a file. */
export function fileText(content: Code): string {
  return `${linesText(content)}\n`;
}

/** Returns lines of a file, each indented by `indentation`, without trailing spaces and without a newline at the end. */
export function linesText(content: Code, indentation = ''): string {
  const text = indentation + indentLines(content, indentation);
  // Tested first, because most files have no trailing spaces, and the replacing pattern would visit every space of every
  // indentation.
  return /[ \t]([\n\r\u2028\u2029]|$)/.test(text) ? text.replace(/(?<![ \t])[ \t]+$/gm, '') : text;
}

function isLineEnd(text: string): boolean {
  return text === '' || text.startsWith('\n');
}

function isBlankLine(text: string): boolean {
  return /^[ \t]*$/.test(lastLine(text));
}

function withoutLastLine(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), 0));
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** Indents all lines of a text except the first like the last line of `before`. */
export function indentLines(text: string, before: string): string {
  if (!text.includes('\n')) return text;
  const indentation = /^[ \t]*/.exec(lastLine(before))?.[0] ?? '';
  return indentation === '' ? text : text.replace(/\n(?!\n|$)/g, `\n${indentation}`);
}

/** Cached, because a template is written once and filled for every endpoint. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>();

function dedented(template: TemplateStringsArray): readonly string[] {
  const found = known.get(template);
  if (found !== undefined) return found;
  const strings = withoutIndentation(template.raw);
  known.set(template, strings);
  return strings;
}

/**
 * Returns the literal parts of a template, unescaped as in JavaScript, without common indentation and without empty first and
 * last lines.
 */
function withoutIndentation(raw: readonly string[]): readonly string[] {
  const strings = raw.map(string => string.replace(/\\([`$\\])/g, '$1'));
  const indentations = strings
    .join('\u0000')
    .split('\n')
    .slice(1)
    .filter(line => line.trim() !== '')
    .map(line => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = indentations.length === 0 ? 0 : Math.min(...indentations);
  const cut = strings.map(string =>
    string.replace(/\n[ \t]*/g, space => `\n${space.slice(1 + common)}`),
  );
  const last = cut.length - 1;
  return cut.map((string, index) => {
    const begun = index === 0 ? string.replace(/^\n/, '') : string;
    return index === last ? begun.replace(/\n[ \t]*$/, '') : begun;
  });
}
