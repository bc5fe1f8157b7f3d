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
 * the template's line. An empty list on its own line leaves no line.
 */
export function code(template: TemplateStringsArray, ...parts: readonly Part[]): Code {
  const { strings, starts, indentations } = known.get(template) ?? layoutOf(template);
  let text = strings[0] ?? '';
  // a plain loop, because the files of an endpoint consist of some hundred templates
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? [];
    const isLine = typeof part === 'string';
    if (isLine || part.length > 0) {
      const lines = isLine ? part : part.join('\n');
      const indentation = indentations[i] ?? '';
      text += (starts[i] ?? '') + (indentation === '' ? lines : indentLines(lines, indentation));
    }
    text += strings[i + 1] ?? '';
  }
  return text as Code;
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
  const text = indentation === '' ? content : indentation + indentLines(content, indentation);
  // Tested first, because most files have no trailing spaces, and the replacing pattern would visit every space of every
  // indentation.
  return /[ \t]([\n\r\u2028\u2029]|$)/.test(text) ? text.replace(/(?<![ \t])[ \t]+$/gm, '') : text;
}

/** Indents all lines of a text except the first. */
export function indentLines(text: string, indentation: string): string {
  return text.includes('\n') ? text.replace(/\n(?!\n|$)/g, `\n${indentation}`) : text;
}

/** The literal parts of a template. */
interface Layout {
  readonly strings: readonly string[];
  /** For each hole, what precedes its value unless the value is an empty list: where the hole is a line, its line break and space. */
  readonly starts: readonly string[];
  /** The indentation of each hole's line. */
  readonly indentations: readonly string[];
}

/** Cached, because a template is written once and filled for every endpoint. */
const known = new WeakMap<TemplateStringsArray, Layout>();

function layoutOf(template: TemplateStringsArray): Layout {
  const layout = layoutIn(withoutIndentation(template.raw));
  known.set(template, layout);
  return layout;
}

function layoutIn(strings: readonly string[]): Layout {
  const starts = strings.slice(1).map((after, hole) => {
    const isLineEnd = after.startsWith('\n') || (hole + 2 === strings.length && after === '');
    return isLineEnd ? (/\n[ \t]*$/.exec(strings[hole] ?? '')?.[0] ?? '') : '';
  });
  return {
    strings: strings.map((string, i) => string.slice(0, string.length - (starts[i] ?? '').length)),
    starts,
    indentations: starts.map((_, hole) => indentationAfter(strings.slice(0, hole + 1).join(''))),
  };
}

/** Returns the indentation of the last line of a text. */
export function indentationAfter(text: string): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n') + 1))?.[0] ?? '';
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
