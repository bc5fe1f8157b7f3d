/** The columns of a GoogleSQL text: the columns of its plan, with what the endpoint declares about them. */
import type { GoogleSqlEndpoint } from '../../core/plan/endpoint.ts';
import type { Plan } from '../../core/plan/relation.ts';
import type { GoogleSqlSpec } from '../../core/spec/spec.ts';
import { isScalar, typeWords } from '../../core/types/scalar.ts';
import { resolveEncoding } from '../encoding.ts';
import { distinctNames, suggestKey } from '../names/names.ts';
import type { Using } from '../scope.ts';

type Column = GoogleSqlEndpoint['columns'][number];

/** Reports wrong declarations in `columns`. Leaves out a column whose encoding has a fault. */
export function resolveGoogleSqlColumns(
  { answer }: Plan,
  { columns }: Pick<GoogleSqlSpec, 'columns'>,
  context: Using,
): readonly Column[] {
  if (answer.node !== 'project') throw new Error('an answer ends in a projection');
  const { report } = context;
  const said = distinctNames(columns?.value ?? [], 'column', report);
  const names = answer.columns.map(({ name }) => name);
  for (const { name, place } of said) {
    if (names.includes(name)) continue;
    const message = `The statement has no column \`${name}\``;
    report('unknown-output', place, message, suggestKey(name, names, said));
  }
  return answer.columns.flatMap(({ name, expr }): Column | [] => {
    const isRecord = expr.kind === 'record';
    const type = isRecord ? 'record' : expr.scalar;
    const nullable = isRecord || expr.nullable;
    const own = said.find(column => column.name === name)?.value;
    if (own !== undefined && own.type.value !== type) {
      const message = `\`${name}\` is of type \`${typeWords(type)}\`, not \`${own.type.value}\``;
      const hint =
        type !== 'record' && isScalar(type)
          ? `Write \`${type}\`.`
          : `Remove \`${name}\` from \`columns\`.`;
      report('column-mismatch', own.type.place, message, hint);
    }
    if (own?.required === true && nullable) {
      const place = said.find(column => column.name === name)?.place;
      const message = `\`${name}\` may be NULL, but is declared as required`;
      if (place !== undefined)
        report('column-mismatch', place, message, 'Remove `required`, or filter NULL out.');
    }
    const encode = resolveEncoding(name, type, own?.encode ?? null, context);
    if (encode === null) return [];
    const { description = null, unit = null } = own ?? {};
    return { name, expr, description, unit, encode };
  });
}
