/** A step as its readers see it: its columns, its keys, and the scopes that it fixes. */

import type { RecordExpr } from '../../core/expr/expr.ts';
import type { OutputColumn, StepInput } from '../../core/plan/query.ts';
import type { BodySpec } from '../../core/spec/body-spec.ts';
import { type Field, fieldAt, fieldsOfItems, type Readable } from '../../core/spec/source.ts';
import { beginsDay } from '../../language/time/midnight.ts';
import { isCases, sortKeysIn } from '../cases.ts';
import type { BodyContext } from '../scope.ts';
import type { BodyDraft } from './body.ts';
import { namedKeys } from './keys.ts';

/** A step with unknown columns: readers may name any column without a report. */
export function unknownInput(name: string, { buckets, groupBy, select }: BodySpec): StepInput {
  const named = [...groupBy, ...select].map(entry => entry.name);
  const bucket = buckets?.as?.value ?? buckets?.of.value.split('.').at(-1);
  const broken = new Set(bucket === undefined ? named : [bucket, ...named]);
  return { kind: 'step', name, step: name, columns: [], keys: [], broken };
}

export function stepInput(
  name: string,
  draft: BodyDraft,
  spec: BodySpec,
  from: Readable,
): StepInput {
  const { drafts, outputs } = draft;
  const columns = outputs.flatMap(output =>
    output === null || output.hidden ? [] : [columnOf(output, from)],
  );
  const known = new Set(outputs.map(output => output?.name));
  const nulls = outputs.filter(output => output !== null && isNull(output.expr));
  const broken = drafts.filter(draft => !known.has(draft.name));
  return {
    kind: 'step',
    name,
    step: name,
    columns,
    scope: (draft.scope?.open ?? []).flatMap(({ outputs: [name], many }) =>
      name === undefined ? [] : [{ name, many }],
    ),
    nulls: new Set(nulls.flatMap(output => output?.name ?? [])),
    keys: isOne(spec.limit) ? [[]] : namedKeys(draft.keys, outputs),
    broken: new Set(broken.map(({ name }) => name)),
  };
}

function columnOf({ name, role, expr, description, unit }: OutputColumn, from: Readable): Field {
  const plain = { name, digits: null, optional: false, description, unit, is: null, text: {} };
  if (expr.kind !== 'record') {
    // rows without a timestamp are in no bucket
    const nullable = role !== 'bucket' && expr.nullable;
    const isDay = expr.scalar === 'timestamp' && beginsDay(expr, from);
    const days = isDay ? { isDay: true as const } : {};
    return { ...plain, type: expr.scalar, nullable, fields: fieldsOfItems(expr.scalar), ...days };
  }
  return { ...plain, ...recordOf(expr, fieldAt(from.columns, expr.path)) };
}

/** The fields of a record, with the descriptions and units that the author declared. */
function recordOf(
  { fields }: RecordExpr,
  declared: Field | undefined,
): Pick<Field, 'type' | 'nullable' | 'fields'> {
  const parts = fields.map(({ name, value }): Field => {
    const own = declared?.fields.find(field => field.name === name);
    const { description = null, unit = null } = own ?? {};
    const plain = { name, digits: null, optional: false, description, unit, is: null, text: {} };
    return value.kind === 'record'
      ? { ...plain, ...recordOf(value, own) }
      : {
          ...plain,
          type: value.scalar,
          nullable: value.nullable,
          fields: fieldsOfItems(value.scalar),
        };
  });
  // the leaves of a record already determine whether they may be NULL
  return { type: 'record', nullable: false, fields: parts };
}

function isNull(expr: OutputColumn['expr']): boolean {
  return expr.kind === 'literal' && expr.value === null;
}

function isOne(limit: BodySpec['limit']): boolean {
  return limit !== null && !isCases(limit) && limit.value === 1;
}

/** Reports encodings of outputs, and an order without a limit: neither has an effect in a step. */
export function checkColumns({ report, spec, owner }: BodyContext, { drafts }: BodyDraft): void {
  for (const { spec: said } of drafts) {
    if (said?.encode) {
      const message = `\`encode\` sets the format of values in the answer, so it has no effect in a ${owner}`;
      report('clause-conflict', said.encode.place, message, 'Remove it.');
    }
  }
  const [key] = sortKeysIn(spec);
  if (key !== undefined && spec.limit === null) {
    const message = `The rows of a ${owner} have no order: without \`limit\`, \`order_by\` has no effect there`;
    report('clause-conflict', key.output.place, message, 'Remove it, or add `limit`.');
  }
}
