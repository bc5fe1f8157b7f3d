/** A plan as an indented tree: each step above the one that it reads. */
import type { NamedExpr, Predicate, SortKey } from '../../generator/core/expr.ts';
import type { Plan } from '../../generator/core/relation.ts';
import { exprText } from './expr-text.ts';

/** The lines of the tree. */
export function planText(plan: Plan): readonly string[] {
  switch (plan.node) {
    case 'scan':
      return [`scan ${plan.source.name}`];
    case 'filter':
      return ['filter', ...indented(plan.predicates.map(predicateText)), ...below(plan.input)];
    case 'sort':
      return [`sort by ${plan.keys.map(sortText).join(', ')}`, ...below(plan.input)];
    case 'limit':
      return [`limit ${plan.count}`, ...below(plan.input)];
    case 'aggregate':
      return [
        `aggregate as ${plan.step}`,
        ...indented(plan.keys.map(key => `key ${namedText(key)}`)),
        ...indented(plan.measures.map(namedText)),
        ...below(plan.input),
      ];
    case 'fill': {
      const range = `${exprText(plan.first)} to ${exprText(plan.last)} every ${exprText(plan.every)}`;
      return [`fill ${plan.bucket} as ${plan.step}: ${range}`, ...below(plan.input)];
    }
    case 'project':
      return ['project', ...indented(plan.columns.map(namedText)), ...below(plan.input)];
    case 'named':
      return [`named ${plan.step}`, ...below(plan.input)];
    case 'views':
      return [
        'views',
        ...plan.views.flatMap(view => indented([`view ${view.name}`, ...below(view.plan)])),
        ...below(plan.input),
      ];
  }
}

function below(plan: Plan): readonly string[] {
  const [first = '', ...rest] = planText(plan);
  return [`└ ${first}`, ...indented(rest)];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => `  ${line}`);
}

function predicateText({ when, expr }: Predicate): string {
  return when === null ? exprText(expr) : `when @${when}: ${exprText(expr)}`;
}

function namedText({ name, expr }: NamedExpr): string {
  return `${name} = ${exprText(expr)}`;
}

function sortText({ expr, descending }: SortKey): string {
  return descending ? `${exprText(expr)} desc` : exprText(expr);
}
