/**
 * Takes the prose out of TypeScript and JavaScript, with JSX or without: comments, texts for people, names of tests.
 *
 * A text for people is a string or template of three words in a row. Holes of a template become code, which no rule reads.
 * Tagged templates are code of another language. In a test only names are read: its other texts are data.
 */
import { ts } from 'ts-morph';
import { ofPieces, type Piece, type Prose } from './prose.ts';

const THREE_WORDS =
  /(?:^|[\s(`])[A-Za-z][a-z’']*,? [a-z][a-z’']*,? [a-z][a-z’']*(?=$|[\s.,:;?!)`])/;
const NAMES_A_TEST = /^(?:describe|it|test)\b/;
const DIRECTIVE = /^(?:biome-ignore|@ts-|@vite|\/ <reference|#__)/;
const HOLE = '`…`';
const LITERALS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.JsxText,
]);

/** Prose of one file of TypeScript or JavaScript. */
export function ofSource(file: string, text: string): Prose {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file));
  const ofTests = file.startsWith('test/');
  const found = [...commentsOf(source), ...(ofTests ? namesOf(source) : textsOf(source))];
  return ofPieces(
    file,
    found.sort((a, b) => a.line - b.line),
  );
}

/** In TypeScript without JSX, `<T>value` is a cast. */
function kindOf(file: string): ts.ScriptKind | undefined {
  return file.endsWith('.tsx') ? ts.ScriptKind.TSX : undefined;
}

const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

function commentsOf(source: ts.SourceFile): readonly Piece[] {
  const ranges: ts.TextRange[] = [];
  let from = 0;
  /** Every text between literals that looks like a comment is one. */
  const until = (end: number, next: number): void => {
    for (const { 0: comment, index } of source.text.slice(from, end).matchAll(COMMENT))
      ranges.push({ pos: from + index, end: from + index + comment.length });
    from = next;
  };
  const visit = (node: ts.Node): void => {
    if (LITERALS.has(node.kind)) until(node.getStart(source), node.end);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  until(source.text.length, source.text.length);
  return joined(source, ranges)
    .map(({ pos, end }) => ({ text: bare(source.text.slice(pos, end)), line: lineOf(source, pos) }))
    .filter(({ text }) => !DIRECTIVE.test(text.trim()));
}

/** Lines of `//` below each other are one comment. */
function joined(source: ts.SourceFile, ranges: readonly ts.TextRange[]): readonly ts.TextRange[] {
  const result: { pos: number; end: number }[] = [];
  for (const { pos, end } of ranges) {
    const last = result.at(-1);
    const between = last === undefined ? '' : source.text.slice(last.end, pos);
    const continues = source.text.startsWith('//', pos) && /^\r?\n[ \t]*$/.test(between);
    if (last !== undefined && continues && source.text.startsWith('//', last.pos)) last.end = end;
    else result.push({ pos, end });
  }
  return result;
}

/** The words of a comment, each on the line where it stands. Types and names of JSDoc tags are code. */
function bare(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*(?:\/\/|\*(?!\*))?[ ]?/, ''))
    .map(line => line.replace(/^@[a-z]+ \{[^{}]*\} \S+ ?/, ''))
    .join('\n');
}

function textsOf(source: ts.SourceFile): readonly Piece[] {
  return textNodes(source)
    .map(node => ({ text: textOf(node), line: lineOf(source, node.getStart(source)) }))
    .filter(({ text }) => THREE_WORDS.test(text))
    .map(piece => ({ ...piece, text: piece.text.replace(/\s+/g, ' ') }));
}

function namesOf(source: ts.SourceFile): readonly Piece[] {
  const found: Piece[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && NAMES_A_TEST.test(node.expression.getText(source))) {
      const [name] = node.arguments;
      const text = name === undefined ? '' : textOf(name);
      if (text !== '') found.push({ text, line: lineOf(source, node.getStart(source)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Strings and templates, the outermost alone: what is added up is one text. */
function textNodes(source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template)) ts.forEachChild(node.template, visit);
      return;
    }
    if (textOf(node) !== '') found.push(node);
    else ts.forEachChild(node, visit);
    if (ts.isTemplateExpression(node))
      for (const span of node.templateSpans) visit(span.expression);
  };
  visit(source);
  return found;
}

/** The text of a string, a template, a sum of them or an element; empty for anything else. */
function textOf(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text.trim();
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return ofTemplate(node);
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  if (!isSum) return '';
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === '' && right === '' ? '' : (left || HOLE) + (right || HOLE);
}

function ofTemplate(node: ts.TemplateExpression): string {
  const spans = node.templateSpans.map(({ literal }) => HOLE + literal.text);
  // a hole in backticks is code already
  return [node.head.text, ...spans].join('').replaceAll(`\`${HOLE}\``, HOLE);
}

function lineOf(source: ts.SourceFile, pos: number): number {
  return source.getLineAndCharacterOfPosition(pos).line + 1;
}
