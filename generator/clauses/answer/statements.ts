/** The limit of statements that an endpoint may need. */

import { chooserKey, MAX_STATEMENTS, PRESENCE } from '../../core/expr/choice.ts';
import type { BodySpec } from '../../core/spec/body-spec.ts';
import { chooserParam, isCases } from '../../resolve/cases.ts';
import type { Using } from '../../resolve/scope.ts';
import { choosersIn } from '../fold.ts';

/**
 * Choices of relations, of present or absent parameters and of page orders need a statement for each combination. Reports the choice that exceeds the
 * limit of statements.
 */
export function checkStatements(
  { params: { byName }, lengths, report }: Pick<Using, 'params' | 'lengths' | 'report'>,
  bodies: readonly BodySpec[],
  pages: readonly BodySpec['orderBy'][number][],
): void {
  const orders = pages.flatMap(item => (isCases(item) ? [item.by] : []));
  const relations = bodies.flatMap(({ from }) => (from !== null && isCases(from) ? [from.by] : []));
  const presences = bodies.flatMap(choosersIn).filter(by => 'present' in by);
  const counts = new Map<string, number>();
  for (const by of [...relations, ...presences, ...orders]) {
    const { value: name, place } = chooserParam(by);
    const values = 'param' in by ? (byName.get(name)?.values ?? lengths ?? []) : PRESENCE;
    counts.set(chooserKey('param' in by ? name : { present: name }), values.length);
    const statements = [...counts.values()].reduce((all, count) => all * count, 1);
    if (statements <= MAX_STATEMENTS) continue;
    const message = `Choices of relations, of present or absent parameters and of page orders need a statement for each combination; with \`${name}\` there are ${statements}, more than ${MAX_STATEMENTS}`;
    const hint = 'Choose by fewer parameters, or split the endpoint.';
    report('too-many-statements', place, message, hint);
    return;
  }
}
