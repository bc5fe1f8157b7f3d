/**
 * Generated text in any language. An emitter writes its own text in `code` templates. Untrusted text becomes `Code` only
 * through the helpers of a language (`<language>/text.ts`), and a plain string in a template does not compile.
 */

/** Text that is safe in its target language: one or more lines, without a newline at the end. */
export class Code {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value in a template: code, or a list of codes, one per line. */
type Part = Code | readonly Code[];

/** Marks a text as safe. Only for the helpers of a language, which document why the text is safe; a test checks who else calls it. */
export function safe(text: string): Code {
  return new Code(text);
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
export function code(strings: TemplateStringsArray, ...parts: readonly Part[]): Code {
  const [first = '', ...rest] = dedented(strings);
  let text = first;
  rest.forEach((string, index) => {
    const part = parts[index] ?? [];
    const isEmpty = Array.isArray(part) && part.length === 0;
    if (isEmpty && isBlankLine(text) && /^(\n|$)/.test(string)) {
      text = text.slice(0, Math.max(text.lastIndexOf('\n'), 0)) + string;
    } else text += indentLines(textOf(part), text) + string;
  });
  return new Code(text);
}

/** Joins codes with one of our own separators. */
export function joinCode(codes: readonly Code[], between: ', ' | ' | ' | '\n' | '\n\n' | ''): Code {
  return new Code(codes.map(String).join(between));
}

/** Returns the whole text of a file. */
export function fileText(content: Code): string {
  return `${linesText(content)}\n`;
}

/** Returns lines of a file, each indented by `indentation`, without trailing spaces and without a newline at the end. */
export function linesText(content: Code, indentation = ''): string {
  const text = indentation + indentLines(String(content), indentation);
  // Tested first, because most files have no trailing spaces, and the replacing pattern would visit every space of every
  // indentation.
  return /[ \t]([\n\r\u2028\u2029]|$)/.test(text) ? text.replace(/(?<![ \t])[ \t]+$/gm, '') : text;
}

function textOf(part: Part): string {
  return part instanceof Code ? String(part) : part.map(String).join('\n');
}

function isBlankLine(text: string): boolean {
  return /^[ \t]*$/.test(lastLine(text));
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
  const found = known.get(template) ?? withoutIndentation(template.raw);
  known.set(template, found);
  return found;
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
