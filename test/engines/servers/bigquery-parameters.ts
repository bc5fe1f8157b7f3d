/** Parameters as BigQuery's REST API takes them. */
import type { Binding, BoundScalar, ColumnScalar } from '../test-engine.ts';

/** A parameter of a request. */
export interface QueryParameter {
  readonly name: string;
  readonly parameterType: {
    readonly type: string;
    readonly arrayType?: { readonly type: string };
  };
  readonly parameterValue: {
    readonly value?: string | null;
    readonly arrayValues?: readonly { readonly value?: string | null }[];
  };
}

const SCALARS: Readonly<Record<string, ColumnScalar>> = {
  STRING: 'string',
  INT64: 'int64',
  FLOAT64: 'float64',
  NUMERIC: 'decimal',
  BOOL: 'bool',
  TIMESTAMP: 'timestamp',
  DATE: 'date',
  JSON: 'json',
};

/** The value of a parameter, strictly: `null` where its text is none of its type. */
export function bindingOf({ name, parameterType, parameterValue }: QueryParameter): Binding | null {
  const { arrayType } = parameterType;
  if (parameterType.type === 'ARRAY') {
    const scalar = SCALARS[arrayType?.type ?? ''];
    const { arrayValues } = parameterValue;
    if (scalar === undefined) return null;
    // an array that is not there is NULL, and an empty one is not
    if (arrayValues === undefined) return { name, scalar, value: null };
    const items = arrayValues.map(value => {
      return bindingOf({ name, parameterType: arrayType ?? { type: '' }, parameterValue: value });
    });
    const values = items.map(item => item?.value ?? null).filter(value => value !== null);
    return values.length < items.length ? null : { name, scalar, value: values as BoundScalar[] };
  }
  const scalar = SCALARS[parameterType.type];
  const { value } = parameterValue;
  if (scalar === undefined) return null;
  if (value === undefined || value === null) return { name, scalar, value: null };
  const read = readValue(scalar, value);
  return read === null ? null : { name, scalar, value: read };
}

function readValue(scalar: ColumnScalar, text: string): BoundScalar | null {
  switch (scalar) {
    case 'string':
    case 'json':
      return text;
    case 'int64':
      return /^-?\d+$/.test(text) ? BigInt(text) : null;
    case 'float64':
      return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
    case 'decimal':
      return /^-?\d{1,29}(\.\d{1,9})?$/.test(text) ? text : null;
    case 'bool':
      return text === 'true' || text === 'false' ? text === 'true' : null;
    case 'timestamp':
      return instantOf(text);
    case 'datetime':
      return instantOf(`${text}+00`);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
  }
}

function instantOf(text: string): bigint | null {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.(\d{6})\+00$/.exec(text);
  if (parts === null) return null;
  const millis = Date.parse(`${parts[1]}T${parts[2]}Z`);
  return Number.isNaN(millis) ? null : BigInt(millis) * 1000n + BigInt(parts[3] ?? 0);
}
