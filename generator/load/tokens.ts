/**
 * The text as a concrete syntax tree, within the limits of specifications.
 *
 * The composer of the YAML library recurses and resolves aliases. Before it runs, the iterative steps of the lexer and the parser check
 * depth, size and unsupported features.
 */
import { CST, Lexer, Parser } from 'yaml';
import type { Report, SourceText } from '../core/report/diagnostics.ts';

export const MAX_YAML_DEPTH = 32;
export const MAX_NODES = 20_000;
/** The most features to report in one file. */
const MAX_FEATURE_REPORTS = 20;

export interface YamlTokens {
  readonly tokens: readonly CST.Token[];
  /** False if an unsupported feature of YAML was reported. */
  readonly sound: boolean;
}

/** The tokens of the text. Returns `null`, with a diagnostic, if the text is nested too deeply or has too many nodes. */
export function readTokens(source: SourceText, report: Report): YamlTokens | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const seen = new Tally();
  let scalarNext = false;
  for (const lexeme of new Lexer().lex(source.text)) {
    const place = { source, start: parser.offset, end: parser.offset + lexeme.length };
    const type: CST.TokenType | null = scalarNext ? null : CST.tokenType(lexeme);
    scalarNext = type === 'scalar';
    const feature = FEATURES[type ?? ''];
    if (feature !== undefined) report('yaml-feature', place, feature.message, feature.hint);
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (isTooDeep(parser)) {
      const message = `Values are nested deeper than ${MAX_YAML_DEPTH} levels here`;
      report('yaml-too-deep', place, message, 'Flatten the file.');
      return null;
    }
    // the rest cannot change the result and would only take time
    if (seen.add(type, feature !== undefined)) break;
  }
  for (const token of parser.end()) tokens.push(token);
  if (seen.tooMany || hasTooManyNodes(tokens)) {
    const hint =
      'Remove what is not needed, such as rows of tests, or columns that no endpoint names.';
    const message = `The file contains more than ${MAX_NODES.toLocaleString('en')} values`;
    report('yaml-too-deep', { source, start: 0, end: 0 }, message, hint);
    return null;
  }
  return { tokens, sound: seen.features === 0 };
}

const LAYOUT: ReadonlySet<string> = new Set(['space', 'newline', 'comment']);

/** Counts tokens, so that reading stops when more of them change nothing. */
class Tally {
  readonly #counts = new Map<string, number>();
  tooMany = false;
  features = 0;

  /** Whether to stop reading. In a valid file, no type of token occurs more often than values may. */
  add(type: string | null, isFeature: boolean): boolean {
    const count = (this.#counts.get(type ?? '') ?? 0) + 1;
    this.#counts.set(type ?? '', count);
    if (type !== null && !LAYOUT.has(type) && count > MAX_NODES) this.tooMany = true;
    if (isFeature) this.features += 1;
    const documents = this.#counts.get('doc-start') ?? 0;
    return this.tooMany || this.features === MAX_FEATURE_REPORTS || documents > 2;
  }
}

const FEATURES: Readonly<
  Record<string, { readonly message: string; readonly hint: string } | undefined>
> = {
  anchor: {
    message: 'An anchor (`&name`) is a feature of YAML that specifications do not support',
    hint: 'Quote the text to use it as it is.',
  },
  alias: {
    message: 'An alias (`*name`) is a feature of YAML that specifications do not support',
    hint: 'Name each column, if all are meant: there is no `*`. Quote a text that begins with it.',
  },
  tag: {
    message: 'A tag (`!name`) is a feature of YAML that specifications do not support',
    hint: 'Quote the text to use it as it is.',
  },
  'directive-line': {
    message: 'A directive (`%NAME`) is a feature of YAML that specifications do not support',
    hint: 'Remove the line.',
  },
};

function isTooDeep(parser: Parser): boolean {
  if (parser.stack.length <= MAX_YAML_DEPTH) return false;
  return parser.stack.filter(token => CST.isCollection(token)).length > MAX_YAML_DEPTH;
}

/** Counts every key and value, including empty ones. */
function hasTooManyNodes(tokens: readonly CST.Token[]): boolean {
  const open = tokens.flatMap(token => (token.type === 'document' ? (token.value ?? []) : []));
  let nodes = 0;
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    nodes += 1;
    if (!CST.isCollection(token)) continue;
    const isMapping = token.type === 'block-map';
    for (const { key, value, sep } of token.items) {
      if (isMapping || sep !== undefined) open.push(key ?? EMPTY);
      open.push(value ?? EMPTY);
      if (nodes + open.length > MAX_NODES) return true;
    }
  }
  return nodes > MAX_NODES;
}
const EMPTY: CST.Token = { type: 'space', offset: 0, indent: 0, source: '' };
