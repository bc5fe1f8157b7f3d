/** `join`: further relations of a body. */
import { mapList, withMembers } from '../../core/expr/walk.ts';
import { type Clause, finished, NO_PARTS, oncePerBody, placedAt } from '../clause.ts';
import { resolveJoins } from './joins.ts';

/** The joined relations of a body, and everything that its expressions may name. */
export const joinsOf = oncePerBody(({ context, main, find }) => resolveJoins(context, main, find));

export const join: Clause = {
  ...NO_PARTS,
  values: spec =>
    spec.join.flatMap(({ value: { on, each, retention } }) =>
      [on, each, retention?.of].flatMap(value => (value == null ? [] : [{ value, when: null }])),
    ),
  params: spec => spec.join.flatMap(({ value }) => value.retention?.by ?? []),
  relations: spec => spec.join.flatMap(({ value }) => value.of ?? []),
  resolve: joinsOf,
  placed: body => {
    const { joins } = joinsOf(body);
    return body.context.spec.join.flatMap(({ value: { on, each, retention } }, i) => {
      const { on: condition = null, input } = joins[i] ?? {};
      const text = on ?? retention?.of;
      return [
        ...(text === undefined ? [] : placedAt(text, condition)),
        ...(each === null || input?.kind !== 'items' ? [] : placedAt(each, input.list)),
      ];
    });
  },
  finish: (query, body) => ({ ...query, joins: joinsOf(body).joins.map(finished) }),
  change: (query, { expr }) => ({
    joins: mapList(query.joins, of => {
      const { input, on } = of;
      return withMembers(of, {
        input: input.kind === 'items' ? withMembers(input, { list: expr(input.list) }) : input,
        on: on === null ? null : expr(on),
      });
    }),
  }),
  changesRows: query => query.joins.length > 0,
};
