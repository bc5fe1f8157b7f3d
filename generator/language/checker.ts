/** The type checker: assigns a type to every node of an expression, resolves names, converts texts and numbers. */

import { makeCall } from '../core/expr/calls.ts';
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { Report } from '../core/report/diagnostics.ts';
import type { ExpressionText } from '../core/spec/located.ts';
import type { Readable } from '../core/spec/source.ts';
import { isRecords, isScalar, typeWords } from '../core/types/scalar.ts';
import { libraryFunction } from '../functions/library.ts';
import { isAggregateRule, isPlaced, type LibraryFunction } from '../functions/rule.ts';
import { checkAggregate } from './aggregates/aggregate-call.ts';
import { refuseModifiers } from './aggregates/modifiers.ts';
import { checkWindow, refuseBare } from './aggregates/window-call.ts';
import {
  alikeCall,
  arity,
  type CheckedCall,
  concatCall,
  refuseCount,
  refuseFunction,
  safeCall,
  scalarCall,
} from './calls.ts';
import { conditionHint, isNull, refuseNull, UNTYPED_NULL } from './coerce.ts';
import { type CheckContext, contextOf, type Operand } from './context.ts';
import { inList, itemAt, refuseSingle, takesLists } from './lists.ts';
import { resolvePath } from './names.ts';
import {
  arithmetic,
  checkBetween,
  comparison,
  isIn,
  isNullTest,
  logic,
  negation,
} from './operators.ts';
import { checkParam } from './parameters.ts';
import { checkCase } from './rules/case.ts';
import {
  checkItems,
  checkMember,
  checkOwn,
  INNER_LIST,
  recordsNamed,
  refuseWholeItem,
} from './rules/items.ts';
import { checkDocuments, checkJsonCall } from './rules/json.ts';
import { checkMatches, checkPatternCall } from './rules/patterns.ts';
import { sizeCall } from './rules/sizes.ts';
import { checkUrlCall } from './rules/urls.ts';
import type { Scope } from './scope.ts';
import { isTooLarge } from './size.ts';
import { isUnit } from './steps.ts';
import { parseExpression } from './syntax/parser.ts';
import { operands, type Span, type Syntax } from './syntax/syntax.ts';
import { atMidnight, extractPart, timeCall } from './time/calls.ts';
import { type IntervalSyntax, moveByInterval } from './time/intervals.ts';
import { isSpan, movedBy } from './time/spans.ts';
import { checkMembership, stepColumn, stepOfList } from './within.ts';

type SyntaxOf<Kind extends Syntax['kind']> = Extract<Syntax, { kind: Kind }>;

/**
 * Parses and types one expression. Reports every fault at its place in the text and then returns `null`. Returns `null` without a report if
 * a name refers to something already reported.
 */
export function checkExpression(
  text: ExpressionText,
  scope: Scope,
  report: Report,
): Expr | RecordExpr | null {
  const syntax = parseExpression(text, (code, place, message, hint) =>
    report(code, place, message, hint ?? spacedHint(text.value, scope)),
  );
  for (const param of named(text.value, syntax)) if (scope.params.has(param)) scope.used(param);
  if (syntax === null) return null;
  const context = contextOf(text, scope, report);
  const mayBeWhole = scope.expects === 'record-or-any';
  if (mayBeWhole && syntax.kind === 'path') return resolvePath(context, syntax.parts);
  const isOfItem = mayBeWhole && syntax.kind === 'member';
  const expr = isOfItem ? checkMember(context, syntax, check) : check(context, syntax);
  if (expr === null) return null;
  if (!isTooLarge(expr)) return finish(context, { expr, span: syntax });
  const message =
    'The expression is too large after replacing the names in it by their expressions';
  const hint = 'Use each name fewer times, or compute it in a step.';
  return context.refuse('expression-too-large', syntax, message, hint);
}

/** A hint for the name of a column as it is stored, such as `Order ID`. */
function spacedHint(text: string, { from: { columns } }: Scope): string | null {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return columns.some(({ name }) => name === plain) ? `Write \`${plain}\`.` : null;
}

/** The parameters that the expression names; in a text that cannot be parsed, every word that looks like one. */
function named(text: string, syntax: Syntax | null): ReadonlySet<string> {
  const names = new Set<string>();
  if (syntax !== null) addParams(syntax, names);
  else for (const [, name] of text.matchAll(/@([A-Za-z_][A-Za-z0-9_]*)/g)) names.add(name ?? '');
  return names;
}

function addParams(syntax: Syntax, names: Set<string>): void {
  if (syntax.kind === 'param') names.add(syntax.name);
  for (const operand of operands(syntax)) addParams(operand, names);
}

function finish(context: CheckContext, { expr, span }: Operand): Expr | null {
  const { expects } = context.scope;
  if (isNull(expr))
    return context.scope.nulls === true ? expr : refuseNull(context, [{ expr, span }]);
  if (expects === 'timestamp' && expr.scalar === 'date') return atMidnight(expr, expects);
  if (expects === 'any' || expects === 'record-or-any' || expr.scalar === expects) return expr;
  const what = expects === 'bool' ? 'a condition' : 'a point in time';
  const message = `Expected ${what} (\`${expects}\`), found \`${expr.scalar}\``;
  return context.refuse('type-mismatch', span, message, conditionHint(expects));
}

function check(context: CheckContext, syntax: Syntax): Expr | null {
  switch (syntax.kind) {
    case 'null':
      return UNTYPED_NULL;
    case 'bool':
    case 'int64':
    case 'float64':
    case 'string':
      return makeLiteral(syntax.kind, syntax.value);
    case 'interval':
    case 'span':
      return refuseInterval(context, syntax);
    case 'path':
      return checkPath(context, syntax);
    case 'param':
      return checkParam(context, syntax, 'value');
    case 'call':
      return checkCall(context, syntax);
    case 'extract':
      return extractPart(context, syntax, check);
    case 'is_null':
      return checkIsNull(context, syntax);
    case 'arithmetic':
      return checkArithmetic(context, syntax);
    case 'case': {
      const checked = checkAll(context, operands(syntax));
      return checked === null ? null : checkCase(context, syntax, checked);
    }
    case 'negate':
    case 'not':
    case 'logic':
    case 'comparison':
    case 'between':
    case 'in':
      return checkOperator(context, syntax);
    case 'in_list': {
      const step = stepOfList(context, syntax.list);
      if (step !== null) return checkWithin(context, syntax, step);
      if (refuseSingle(context, syntax.list)) return null;
      const checked = checkAll(context, operands(syntax), checkListed);
      return checked === null ? null : negated(inList(context, checked), syntax.negated);
    }
    case 'own':
      return ofSingle(context, syntax, checkOwn(context, syntax));
    case 'member':
      return ofSingle(context, syntax, checkMember(context, syntax, check));
    case 'item': {
      const records = recordsNamed(context, syntax);
      if (records !== null) return refuseWholeItem(context, syntax);
      const of = check(context, syntax.of);
      if (of !== null) return itemAt(context, { expr: of, span: syntax.of }, syntax.index, check);
      check(context, syntax.index);
      return null;
    }
  }
}

/** Checks all operands even if one has faults, so that all faults are reported. */
function checkAll(
  context: CheckContext,
  syntaxes: readonly Syntax[],
  one = check,
): readonly Operand[] | null {
  const good: Operand[] = [];
  for (const syntax of syntaxes) {
    const expr = one(context, syntax);
    if (expr !== null) good.push({ expr, span: syntax });
  }
  return good.length === syntaxes.length ? good : null;
}

/** `check` for a place where a parameter may be a whole list. */
function checkListed(context: CheckContext, syntax: Syntax): Expr | null {
  return syntax.kind === 'param' ? checkParam(context, syntax, 'list') : check(context, syntax);
}

type Operator = SyntaxOf<'negate' | 'not' | 'logic' | 'comparison' | 'between' | 'in'>;

function checkOperator(context: CheckContext, syntax: Operator): Expr | null {
  const checked = checkAll(context, operands(syntax));
  const [first] = checked ?? [];
  if (checked === null || first === undefined) return null;
  switch (syntax.kind) {
    case 'negate':
      return negation(context, first);
    case 'not':
      return logic(context, 'not', checked);
    case 'logic':
      return logic(context, syntax.op, checked);
    case 'comparison':
      return comparison(context, syntax.op, checked);
    case 'between':
      return negated(checkBetween(context, checked), syntax.negated);
    case 'in':
      return negated(isIn(context, checked), syntax.negated);
  }
}

function negated(expr: Expr | null, not: boolean): Expr | null {
  return expr === null || !not ? expr : makeCall('not', 'bool', [expr]);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

function checkWithin(
  context: CheckContext,
  { of, list, negated: not }: SyntaxOf<'in_list'>,
  step: Readable,
): Expr | null {
  const subject = check(context, of);
  if (context.items !== null) {
    const message = `A step cannot be read in the condition of \`${context.items.fn}\``;
    return context.refuse(
      'wrong-arguments',
      list,
      message,
      'Test it outside, or join the items with `each`.',
    );
  }
  if (list.kind !== 'path') throw new Error('a step is named by a path');
  const column = stepColumn(context, list, step);
  if (subject === null || column === null) return null;
  return negated(checkMembership(context, { expr: subject, span: of }, column), not);
}

// ---- names ----------------------------------------------------------------------------------------------------------

function checkPath(context: CheckContext, syntax: SyntaxOf<'path'>): Expr | null {
  const found = resolvePath(context, syntax.parts);
  if (found !== null && found.kind !== 'record' && isRecords(found.scalar))
    return refuseRecords(context, syntax);
  if (found?.kind !== 'record') return found;
  const message = `\`${found.path.join('.')}\` is a record, not a single value`;
  const hint =
    'Name one of its fields. A whole record can only be selected, or tested with `is null`.';
  return context.refuse('misplaced-record', syntax, message, hint);
}

function refuseRecords(context: CheckContext, syntax: SyntaxOf<'path'>): null {
  const name = syntax.parts.map(part => part.name).join('.');
  const message = `\`${name}\` is a list of records, not a single value`;
  const hint = `Write \`any(${name}, …)\`, \`count_items(${name})\` or \`item(${name}, …).field\`, or join its items with \`each\`. A whole list can only be selected.`;
  return context.refuse('misplaced-record', syntax, message, hint);
}

/** Reports a list of records in an item. */
function ofSingle(context: CheckContext, span: Span, field: Expr | null): Expr | null {
  if (field === null || !isRecords(field.scalar)) return field;
  const name = context.text.value.slice(span.start, span.end);
  const message = `\`${name}\` is a list of records, not a single value`;
  return context.refuse('misplaced-record', span, message, INNER_LIST);
}

function checkIsNull(context: CheckContext, syntax: SyntaxOf<'is_null'>): Expr | null {
  const { of } = syntax;
  const found = of.kind === 'path' ? resolvePath(context, of.parts) : check(context, of);
  if (found === null) return null;
  if (found.kind !== 'record' && !isScalar(found.scalar)) {
    const message = `A \`${typeWords(found.scalar)}\` is never NULL; it may be empty`;
    const count = isRecords(found.scalar) ? 'count_items' : 'length';
    return context.refuse('type-mismatch', of, message, `Write \`${count}(…) = 0\`.`);
  }
  return isNullTest(found, syntax.negated);
}

// ---- time -----------------------------------------------------------------------------------------------------------

function refuseInterval(context: CheckContext, syntax: Syntax): null {
  const message = 'An interval can only be added to a timestamp or a date, or subtracted from one';
  const hint =
    'Write `time - interval 7 day`, or `time - interval @n day` for as many days as a parameter says.';
  return context.refuse('type-mismatch', syntax, message, hint);
}

function checkArithmetic(context: CheckContext, syntax: SyntaxOf<'arithmetic'>): Expr | null {
  const { op, left, right } = syntax;
  if (right.kind === 'interval' && (op === '+' || op === '-')) {
    return checkShift(context, left, right, op === '-');
  }
  if (left.kind === 'interval' && op === '+') return checkShift(context, right, left, false);
  if (isSpan(context, right) && (op === '+' || op === '-'))
    return movedBy(context, checkOperand(context, left), right, op === '-');
  if (isSpan(context, left) && op === '+')
    return movedBy(context, checkOperand(context, right), left, false);
  const checked = checkAll(context, [left, right]);
  return checked === null ? null : arithmetic(context, op, checked, syntax);
}

function checkShift(
  context: CheckContext,
  of: Syntax,
  interval: IntervalSyntax,
  back: boolean,
): Expr | null {
  return moveByInterval(context, checkOperand(context, of), interval, back);
}

function checkOperand(context: CheckContext, span: Syntax): Operand | null {
  const expr = check(context, span);
  return expr === null ? null : { expr, span };
}

// ---- calls ----------------------------------------------------------------------------------------------------------

function checkCall(context: CheckContext, syntax: SyntaxOf<'call'>): Expr | null {
  const fn = libraryFunction(syntax.name.name);
  if (fn === null) {
    // the units in `date_trunc(x, hour)` are not columns
    checkAll(
      context,
      syntax.args.filter(arg => !isUnit(arg)),
    );
    return refuseFunction(context, syntax);
  }
  const [least, most] = arity(fn.rule);
  const count = syntax.args.length;
  if (count < least || count > most) return refuseCount(context, syntax, fn);
  if (refuseModifiers(context, syntax, fn)) return null;
  if (syntax.modifiers.over !== null) return checkWindow(context, syntax, fn, checkAll);
  return checkRule(context, syntax, fn);
}

function checkRule(
  context: CheckContext,
  syntax: SyntaxOf<'call'>,
  fn: LibraryFunction,
): Expr | null {
  const { rule } = fn;
  if (rule.kind === 'items') {
    if (rule.as !== 'first') return checkItems(context, rule.as, syntax, check);
    return refuseWholeItem(context, syntax);
  }
  if (rule.kind === 'time') {
    if (rule.fn === 'extract') throw new Error('`extract` has a syntax of its own');
    return timeCall(context, rule.fn, syntax.args, check);
  }
  const checkArg = (arg: Syntax) => check(context, arg);
  if (rule.kind === 'matches') return checkMatches(context, syntax.args, checkArg);
  if (rule.kind === 'pattern') return checkPatternCall(context, rule.fn, syntax.args, checkArg);
  if (rule.kind === 'url') return checkUrlCall(context, rule.part, syntax.args, checkArg);
  if (rule.kind === 'json') return checkJsonCall(context, fn, rule, syntax.args, checkArg);
  if (rule.kind === 'documents') return checkDocuments(context, fn, syntax, checkArg);
  if (isPlaced(rule)) return refuseBare(context, syntax, fn);
  if (isAggregateRule(rule)) return checkAggregate(context, syntax, fn, checkAll);
  const checked = checkAll(context, syntax.args, takesLists(rule) ? checkListed : check);
  return checked === null ? null : build(context, { fn, operands: checked, span: syntax });
}

function build(context: CheckContext, made: CheckedCall): Expr | null {
  const { rule } = made.fn;
  switch (rule.kind) {
    case 'scalar':
      return scalarCall(context, made, rule);
    case 'alike':
      return alikeCall(context, made, rule);
    case 'safe':
      return safeCall(context, made, rule);
    case 'concat':
      return concatCall(context, made);
    case 'size':
      return sizeCall(context, made);
    case 'now':
      return { kind: 'now', scalar: 'timestamp', nullable: false };
    case 'aggregate':
    case 'quantile':
    case 'extreme':
    case 'listing':
    case 'window':
    case 'tile':
    case 'neighbour':
    case 'matches':
    case 'time':
    case 'pattern':
    case 'url':
    case 'items':
    case 'json':
    case 'documents':
      throw new Error(`\`${rule.kind}\` reads its arguments itself`);
  }
}
