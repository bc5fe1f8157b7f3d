/** Parses the values in a specification with the grammar of the parameter's type: bounds, defaults, examples. */

import type { Constraints, ListShape, Param } from '../../core/plan/param.ts';
import type { Located, Plain, PlainOrList } from '../../core/spec/located.ts';
import type { ParamValue, Value } from '../../core/types/scalar.ts';
import { excerpt } from '../../language/syntax/token.ts';
import { checkConstraints, UNCONSTRAINED } from '../../params/constraints.ts';
import { asSet, countFault } from '../../params/list.ts';
import { canMove, movingText } from './moving.ts';
import type { ParamReader } from './reader.ts';

export function readBound(
  reader: ParamReader,
  { value, place }: Located<Plain>,
  option: string,
): Value | null {
  return parse(reader, UNCONSTRAINED, value.text, expected =>
    reader.report(
      'invalid-value',
      place,
      `\`${option}\` must be ${expected}, not \`${excerpt(value.text, 0, value.text.length)}\``,
    ),
  );
}

/** A default or an example: one value, or a list for a list parameter. */
export function readDeclaredValue(
  reader: ParamReader,
  { constraints, list }: Pick<Param, 'constraints' | 'list'>,
  { value, place }: Located<PlainOrList>,
  what: string,
): ParamValue | null {
  const { name, report } = reader;
  const isList = Array.isArray(value);
  if (isList !== (list !== null)) {
    const message = isList
      ? `The ${what} of \`${name}\` is a list, and \`${name}\` takes a single value`
      : `The ${what} of \`${name}\` is not a list`;
    const hint = isList
      ? `Write one value, or declare \`list\` instead of \`type\`.`
      : `Write a list: \`${what}: [ … ]\`.`;
    report('invalid-default', place, message, hint);
    return null;
  }
  if (!isList) return readLiteral(reader, constraints, { value: value as Plain, place }, what);
  const items = (value as readonly Located<Plain>[]).map(item =>
    isParted(item, list, what, reader) ? null : readLiteral(reader, constraints, item, what),
  );
  const good = items.filter(item => item !== null);
  if (list === null || reader.type === null || good.length < items.length) return null;
  const set = asSet(good, reader.type.name);
  const fault = countFault(set.length, list);
  if (fault === null) return set;
  report('invalid-default', place, `The ${what} of \`${name}\` must be ${fault}`);
  return null;
}

/** Reports an item that contains the separator, because callers could not send it. */
function isParted(
  { value: { text }, place }: Located<Plain>,
  list: ListShape | null,
  what: string,
  { name, report }: ParamReader,
): boolean {
  const separator = list?.separator ?? null;
  if (separator === null || !text.includes(separator)) return false;
  const message = `An item of the ${what} of \`${name}\` contains its separator \`${separator}\``;
  report('invalid-default', place, message, 'Write it as several items, or use another separator.');
  return true;
}

function readLiteral(
  reader: ParamReader,
  constraints: Constraints,
  { value, place }: Located<Plain>,
  what: string,
): Value | null {
  const { name, report } = reader;
  if (value.text === '') {
    const message = `The ${what} of \`${name}\` is empty, and an empty value counts as absent`;
    report('invalid-default', place, message, `Remove the ${what}.`);
    return null;
  }
  return parse(reader, constraints, value.text, expected => {
    const shown = excerpt(value.text, 0, value.text.length);
    const message = `The ${what} \`${shown}\` of \`${name}\` must be ${expected}`;
    report(
      'invalid-default',
      place,
      message,
      what === 'default' ? clockHint(value.text, reader) : null,
    );
  });
}

/** The hint for a word that means, or may mean, a time of the clock. */
function clockHint(text: string, { type }: ParamReader): string | null {
  if (type === null || !canMove(type.scalar)) return null;
  const moving = movingText(text, type.scalar);
  if (moving !== null) return `Write \`${moving}\`.`;
  const example =
    type.scalar === 'date' ? 'date(now() - interval 7 day)' : 'now() - interval 7 day';
  return /^[a-z]/i.test(text)
    ? `Write a time, or an expression over \`now()\`, as in \`${example}\`.`
    : null;
}

/** Parses a value as from a caller. For an invalid value, returns `null` after calling `refuse` with the expected form. */
function parse(
  { type, values }: ParamReader,
  constraints: Constraints,
  text: string,
  refuse: (expected: string) => void,
): Value | null {
  if (type === null) return null;
  const parsed = type.parse(text, { values, constraints });
  const expected = parsed.ok ? checkConstraints(parsed.value, type, constraints) : parsed.expected;
  if (expected !== null) refuse(expected);
  return parsed.ok && expected === null ? parsed.value : null;
}
