/** `distinct`: rows that are equal in all visible outputs occur only once. */
import { isRecords } from '../core/types/scalar.ts';
import { sortKeysIn } from '../resolve/cases.ts';
import { type Body, type Clause, NO_PARTS } from './clause.ts';
import { outputsOf } from './select/select.ts';

export const distinct: Clause = {
  ...NO_PARTS,
  resolve: checkDistinct,
  finish: (query, { context }) => ({ ...query, distinct: context.spec.distinct?.value ?? false }),
  cutsRows: query => query.distinct,
};

/** Reports outputs of types that cannot be compared, and hidden sort keys. */
function checkDistinct(body: Body): void {
  const { spec, report } = body.context;
  const outputs = outputsOf(body).drafts;
  if (spec.distinct?.value !== true) return;
  for (const { name, place, expr, spec: said } of outputs) {
    if (
      said?.hidden === true ||
      (expr?.kind !== 'record' &&
        expr?.scalar !== 'json' &&
        !(expr !== null && isRecords(expr.scalar)))
    )
      continue;
    const type =
      expr.kind === 'record' ? 'a record' : isRecords(expr.scalar) ? 'a list of records' : '`json`';
    const message = `\`${name}\` is ${type}, and \`distinct\` compares single values`;
    report('type-mismatch', place, message, 'Select the fields that are meant.');
  }
  const hidden = new Set(outputs.flatMap(({ name, spec }) => (spec?.hidden ? [name] : [])));
  for (const { output } of sortKeysIn(spec).filter(key => hidden.has(key.output.value))) {
    const message = `\`${output.value}\` is hidden, and \`distinct\` compares only the shown columns`;
    report('clause-conflict', output.place, message, 'Show it, or remove it from `order_by`.');
  }
}
