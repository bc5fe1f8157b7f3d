/** A lowered plan: a tree for each SELECT of the statement, and what the engine does with it. */
import type { Lowered, LoweredStep, Select } from '../../generator/lower/lowered.ts';
import { printBelow, sortText } from './plan-text.ts';

export function loweredText({ steps, answer, subqueries, clock }: Lowered): readonly string[] {
  return [
    ...(clock === null ? [] : [`clock ${clock}`]),
    ...[...subqueries].flatMap(([name, select]) => [`subquery ${name}`, ...selectText(select)]),
    ...steps.flatMap(stepText),
    'answer',
    ...selectText(answer),
  ];
}

function stepText({ name, selects, isCut }: LoweredStep): readonly string[] {
  return [
    `step ${name}${isCut ? ', limited before it is joined' : ''}`,
    ...selects.flatMap(selectText),
  ];
}

function selectText({ relation, late }: Select): readonly string[] {
  const first = late === null ? [] : [`rows found first by ${sortText(late.key)}`];
  return [...first, ...printBelow(relation)];
}

/** The same as data, without the shapes of the steps, which follow from their columns. */
export function loweredView({ steps, answer, subqueries, clock }: Lowered): unknown {
  return {
    clock,
    subqueries: Object.fromEntries(
      [...subqueries].map(([name, select]) => [name, selectView(select)]),
    ),
    steps: steps.map(({ name, selects, isCut }) => ({
      name,
      isCut,
      selects: selects.map(selectView),
    })),
    answer: selectView(answer),
  };
}

function selectView({ relation, named, late }: Select): unknown {
  const columns = [...named].map(([name, paths]) => [name, [...paths.keys()]] as const);
  return { relation, columns: Object.fromEntries(columns), late };
}
