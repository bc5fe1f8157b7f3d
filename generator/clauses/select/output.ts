/** The properties of an output. */
import type { OutputColumn } from '../../core/plan/query.ts';
import { fieldAt, type Readable } from '../../core/spec/source.ts';
import { isCases } from '../../resolve/cases.ts';
import { resolveOutputEncoding } from '../../resolve/encoding.ts';
import { type BodyContext, readPath } from '../../resolve/scope.ts';
import type { Draft } from './draft.ts';

const BUCKET = 'When the bucket begins.';

/** The finished output. Returns `null` if its expression has a fault. Properties that the output does not declare come from its column. */
export function outputOf(
  context: BodyContext,
  { columns, measures }: Readable,
  draft: Draft,
): OutputColumn | null {
  const { name, role, spec, expr, text } = draft;
  const encoding = encodingFor(context, draft);
  if (expr === null || encoding === null) return null;
  const path = role === 'bucket' || isCases(text) ? null : readPath(text);
  const isColumn = expr.kind === 'column' || expr.kind === 'record';
  const measure = path?.length === 1 ? (measures?.get(path[0] ?? '') ?? null) : null;
  const field = path !== null && isColumn ? fieldAt(columns, path) : measure;
  return {
    name,
    role,
    expr,
    hidden: spec?.hidden ?? false,
    description: spec?.description ?? field?.description ?? (role === 'bucket' ? BUCKET : null),
    unit: spec?.unit ?? field?.unit ?? null,
    ...encoding,
  };
}

function encodingFor(
  context: BodyContext,
  { name, spec, expr }: Draft,
): Pick<OutputColumn, 'encode' | 'within' | 'as'> | null {
  return expr === null ? null : resolveOutputEncoding(name, expr, spec?.encode ?? null, context);
}
