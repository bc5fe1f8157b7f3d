/** Values such as `all`, which authors write for “no condition” and no row has. */
import { choosersIn, valuesIn } from '../../clauses/fold.ts';
import type { Param } from '../../core/plan/param.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { WhenSpec } from '../../core/spec/body-spec.ts';
import type { PortableSpec } from '../../core/spec/spec.ts';
import { parseExpression } from '../../language/syntax/parser.ts';
import { locateSpan } from '../../language/syntax/place.ts';
import { operands, type Syntax } from '../../language/syntax/syntax.ts';
import { chooserParam, textsIn } from '../cases.ts';
import { defaultForAll } from './enum-values.ts';

/** Warns of a comparison of a column with a default that stands for all, unless the endpoint names its value, and so gives it a meaning. */
export function warnOfAll(spec: PortableSpec, params: Iterable<Param>, report: Report): void {
  const suspects = new Map(
    [...params].flatMap(param => {
      const all = defaultForAll(param);
      return all === null ? [] : [[param.name, all]];
    }),
  );
  if (suspects.size === 0) return;
  const bodies = [spec, ...spec.steps.map(({ value }) => value)];
  const named = new Set(bodies.flatMap(choosersIn).map(by => chooserParam(by).value));
  const compared: { readonly name: string; readonly column: string; readonly place: Place }[] = [];
  for (const { value, when } of bodies.flatMap(valuesIn)) {
    for (const name of namedIn(when)) named.add(name);
    for (const text of textsIn(value)) {
      const visit = (syntax: Syntax): void => {
        const sides = sidesOf(syntax);
        const param = sides.find(side => side.kind === 'param');
        const column = sides.find(side => side.kind === 'path');
        if (param !== undefined && column === undefined) named.add(param.name);
        if (param !== undefined && column !== undefined) {
          const written = text.value.slice(column.start, column.end);
          compared.push({ name: param.name, column: written, place: locateSpan(text, syntax) });
        }
        operands(syntax).forEach(visit);
      };
      const syntax = parseExpression(text, () => {});
      if (syntax !== null) visit(syntax);
    }
  }
  for (const { name, column, place } of compared) {
    const all = suspects.get(name);
    if (all === undefined || named.has(name)) continue;
    const message = `The default of \`${name}\` is \`${all}\`, which is compared with \`${column}\` like any other value`;
    const hint = `For all rows, remove \`default: ${all}\` and use \`when: ${name}\`, or write \`any: ["@${name} = '${all}'", ${column} = @${name}]\`.`;
    report('compared-default', place, message, hint);
  }
}

/** The values that an operator compares for equality. */
function sidesOf(syntax: Syntax): readonly Syntax[] {
  const isEquality = syntax.kind === 'comparison' && (syntax.op === '=' || syntax.op === '!=');
  if (isEquality) return [syntax.left, syntax.right];
  return syntax.kind === 'in' ? [syntax.of, ...syntax.items] : [];
}

/** The parameters whose values a condition compares. Others that it names are reported, because they are never absent. */
function namedIn(when: WhenSpec | null): readonly string[] {
  if (when === null) return [];
  if ('present' in when) return [when.present.value];
  if ('param' in when) return [when.param.value];
  return 'all' in when ? when.all.flatMap(namedIn) : [];
}
