/** A plan as indented trees: one for each view, one for each step, and one for the answer. Each relation is above those that it reads. */
import { type Condition, conditionWords } from '../../generator/core/expr/condition.ts';
import type {
  Guarded,
  PlanExpr,
  Predicate,
  RecordExpr,
  SortKey,
  SqlExpr,
} from '../../generator/core/expr/expr.ts';
import type { AnyExpr } from '../../generator/core/expr/walk.ts';
import type { NamedExpr, Plan, Relation, Series } from '../../generator/core/plan/relation.ts';
import { inputsOf } from '../../generator/core/plan/walk-plan.ts';
import { exprText } from './expr-text.ts';

/** A plan is shown either as planned or ready to print. */
type Stage = PlanExpr | SqlExpr;

export function planText({ views, steps, answer }: Plan<Stage>): readonly string[] {
  return [
    ...views.flatMap(({ name, relation }) => [`view ${name}`, ...printBelow(relation)]),
    ...steps.flatMap(({ name, relation }) => [`step ${name}`, ...printBelow(relation)]),
    'answer',
    ...printBelow(answer),
  ];
}

function relationText(relation: Relation<Stage>): readonly string[] {
  return [...ownText(relation), ...inputsOf(relation).flatMap(printBelow)];
}

function ownText(relation: Relation<Stage>): readonly string[] {
  switch (relation.node) {
    case 'table':
      return [`table ${named(relation.source.name, relation.name)}`];
    case 'read':
      return [`read ${named(relation.step, relation.name)}`];
    case 'join':
      return [`${relation.kind} join on ${exprText(relation.on)}`];
    case 'unit':
      return ['one row'];
    case 'items':
      return [`${relation.item}: items of ${exprText(relation.list)}`];
    case 'records':
      return [`${relation.name}: records of ${relation.of}.${relation.field}`];
    case 'union':
      return [`union of ${relation.columns.join(', ')}`];
    case 'named':
      return ['all columns'];
    case 'filter':
      return ['filter', ...indented(relation.predicates.map(predicateText))];
    case 'sort':
      return [`sort by ${relation.keys.map(sortText).join(', ')}`];
    case 'limit':
      return [limitText(relation)];
    case 'aggregate':
      return [
        'aggregate',
        ...indented(relation.keys.map(key => `key ${namedText(key)}`)),
        ...indented(relation.measures.map(namedText)),
      ];
    case 'window':
      return [
        'window',
        ...indented([...(relation.kept ?? []), ...relation.columns].map(namedText)),
      ];
    case 'fill': {
      const { bucket, gaps, series } = relation;
      const gap = gaps === 'zero' ? '' : ` with ${gaps === 'empty' ? 'NULL' : 'the bucket before'}`;
      return [`fill ${bucket}${gap}: ${seriesText(series)}`];
    }
    case 'project':
      return ['project', ...indented(relation.columns.map(namedText))];
  }
}

function seriesText(series: Series<Stage>): string {
  if (series.kind === 'instants')
    return `${exprText(series.first)} to ${exprText(series.last)} every ${exprText(series.every)}`;
  return `${exprText(series.bucket)} from 0 to ${exprText(series.span)} every ${exprText(series.every)}`;
}

function named(of: string, name: string): string {
  return of === name ? of : `${of} as ${name}`;
}

/** The tree of a relation, and of those that it reads. */
export function printBelow(relation: Relation<Stage>): readonly string[] {
  const [first = '', ...rest] = relationText(relation);
  return [`└ ${first}`, ...indented(rest)];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => `  ${line}`);
}

function predicateText(predicate: Predicate<Stage>): string {
  return 'any' in predicate
    ? `any of ${predicate.any.map(guardedText).join(', ')}`
    : guardedText(predicate);
}

function guardedText({ when, expr }: Guarded<Stage>): string {
  return when === null ? exprText(expr) : `when ${whenText(when)}: ${exprText(expr)}`;
}

function whenText(when: Condition): string {
  return typeof when === 'string' ? `@${when}` : conditionWords(when);
}

function namedText({ name, expr }: NamedExpr<AnyExpr | RecordExpr>): string {
  return `${name} = ${exprText(expr)}`;
}

export function sortText({ expr, descending }: SortKey<Stage>): string {
  return descending ? `${exprText(expr)} desc` : exprText(expr);
}

function limitText({ count, skip }: Extract<Relation<Stage>, { node: 'limit' }>): string {
  const most = typeof count === 'number' ? String(count) : exprText(count);
  return `limit ${most}${skip === null ? '' : ` behind ${exprText(skip)}`}`;
}
