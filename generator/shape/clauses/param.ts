/** Parameters of the query string. */

import { DEFAULT_MAX_ITEMS, MOST_ITEMS } from '../../core/plan/param.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import type { Entry, ExpressionText, Located, PlainOrList } from '../../core/spec/located.ts';
import { ACCEPTED_FORMS } from '../../core/types/scalar.ts';
import { keyed, list, map, oneOrMany, placed } from '../kinds/list.ts';
import { type FieldsOf, object, optional } from '../kinds/object.ts';
import {
  anyCondition,
  either,
  forbids,
  has,
  type KeyRule,
  not,
  unless,
  type Way,
  way,
} from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import {
  expressionOf,
  flag,
  located,
  oneOf,
  open,
  placedFlag,
  plain,
  proseText,
  text,
  textWithCommas,
  whole,
} from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed } from '../parts.ts';
import { as, described, type Shape } from '../shape.ts';

const PLAIN = ['string', 'number', 'boolean'] as const;

/** A value of an enum, as text. */
const literal = as(scalar(PLAIN, {}), located);

/** One value, or a list of them. */
export function plainOrList(min?: 1): Shape<Located<PlainOrList>> {
  const items = list(plain(PLAIN), min === undefined ? {} : { min });
  return union<Located<PlainOrList>, Located<PlainOrList>>(null, plain(PLAIN), placed(items));
}

const length = (description: string) => optional(whole({ minimum: 0, description }));
const bound = (description: string) => optional(plain(['string', 'number'], description));

/** The properties of a single value or of each item of a list. */
const OF_VALUE = {
  type: optional(open('paramTypes', 'The type of the value; `string` if only `enum` is given.')),
  enum: optional(
    placed(
      oneOrMany(literal, {
        min: 1,
        description: 'The values that the parameter may have: texts, or values of its `type`.',
      }),
    ),
  ),
  aliases: optional(
    keyed(
      map(literal, {
        min: 1,
        description:
          'With `enum`: other texts that callers may send, each with the value that it means.',
      }),
    ),
  ),
  min: bound('The minimum value.'),
  max: bound('The maximum value.'),
  min_length: length('The minimum number of characters.'),
  max_length: length('The maximum number of characters.'),
  pattern: optional(textWithCommas('An RE2 pattern that the whole text must match.')),
  accept: optional(
    oneOf(
      ACCEPTED_FORMS,
      'Another form in which callers may send a `timestamp`: whole milliseconds since 1970 UTC.',
    ),
  ),
};
type OfValue = FieldsOf<typeof OF_VALUE>;

const NO_VALUE: OfValue = {
  type: null,
  enum: null,
  aliases: null,
  min: null,
  max: null,
  minLength: null,
  maxLength: null,
  pattern: null,
  accept: null,
};

/** A list parameter has the type and bounds of its items here. */
const ofItems: Shape<OfValue> = union<OfValue, OfValue>(
  'Instead of `type`: the parameter is a list. The type of its items, or a mapping with their `type` or `enum` and their bounds.',
  as(text('The type of the items.'), type => ({ ...NO_VALUE, type })),
  object(OF_VALUE),
);

const items = (minimum: number, description: string, byDefault?: number) =>
  optional(
    whole({
      minimum,
      maximum: MOST_ITEMS,
      ...(byDefault === undefined ? {} : { default: byDefault }),
      description,
    }),
  );

const separator = as(
  scalar(
    ['string'],
    {
      minLength: 1,
      maxLength: 1,
      description: 'A character that separates items, for callers who do not repeat the parameter.',
    },
    { code: 'invalid-value', what: 'not a separator', hint: 'Use one character.' },
  ),
  located,
);

const KEYS = {
  ...OF_VALUE,
  list: optional(as(ofItems, (of, _, place) => ({ place, of }))),
  min_items: items(0, 'The minimum number of different items.'),
  max_items: items(1, 'The maximum number of different items.', DEFAULT_MAX_ITEMS),
  separator: optional(separator),
  required: optional(
    placedFlag('Whether a caller must send a value. An empty value counts as absent.'),
  ),
  default: optional(
    as(
      described(
        'The value if the parameter is absent. For a list, a list. For a `timestamp` or `date`, also an expression of `now()`.',
        plainOrList(1),
      ),
      (value, node) => ({ value, moving: isExpression(node) ? expressionOf(node) : null }),
    ),
  ),
  otherwise: optional(
    oneOf(
      ['reject', 'default'],
      'Whether any other value of an enum is an error or means the default.',
    ),
  ),
  description: optional(proseText('The purpose of the parameter, for callers.')),
  example: optional(
    described('A value for the documentation. For a list, a list.', plainOrList(1)),
  ),
  deprecated: optional(flag('Whether callers should stop using it.')),
  absent: optional(
    as(
      scalar(['string'], {
        enum: [''],
        description: 'With `query`: an absent value is an empty text instead of NULL.',
      }),
      located,
    ),
  ),
};

/** A default that matches is an expression: no value of a type with moving defaults matches. */
const OF_EXPRESSIONS = /[(@]|interval/;

function isExpression(node: Node): boolean {
  return node.kind === 'scalar' && OF_EXPRESSIONS.test(node.text);
}

/** A parameter has a type, listed values, or both; or it is a list of these. */
const WAYS: readonly Way[] = [
  way('type', has('list')),
  way('enum', anyCondition(has('type'), has('list'))),
  way('list', anyCondition(has('type'), has('enum'))),
];

/** A parameter with `list` has these keys inside `list`, next to the type of its items. */
const WITHIN_LIST: KeyRule = unless(
  not(has('list')),
  forbids(['aliases', 'min', 'max', 'min_length', 'max_length', 'pattern', 'accept'], label => ({
    what: 'cannot be combined with `list`',
    hint: `Put ${label} into \`list\`: \`list: { type: …, … }\`.`,
  })),
);

export interface ParamSpec extends Omit<FieldsOf<typeof KEYS>, 'list' | 'default'> {
  /** The shared parameter that this one copies. */
  readonly use: Located<string> | null;
  /** The place of `list`; `null` for a single value. The type and bounds of a list apply to each item. */
  readonly list: Place | null;
  readonly default: Located<PlainOrList> | null;
  /** The default, if it may be an expression. */
  readonly moving: ExpressionText | null;
}

function paramOf(written: FieldsOf<typeof KEYS>, use: Located<string> | null): ParamSpec {
  const { list, default: byDefault, ...others } = written;
  return {
    use,
    ...others,
    ...list?.of,
    list: list?.place ?? null,
    default: byDefault?.value ?? null,
    moving: byDefault?.moving ?? null,
  };
}

/** Parameters that `sources.yaml` declares for all endpoints. */
export const sharedParams: Shape<readonly Entry<ParamSpec>[]> = map(
  as(object(KEYS, { rules: [either(...WAYS), WITHIN_LIST] }), written => paramOf(written, null)),
  {
    names: keysNamed('name'),
    description: 'Parameters that endpoints share. An endpoint copies one with `use`.',
  },
);

/** Parameters of an endpoint, each of which may copy one that all endpoints share. */
export const params: Shape<readonly Entry<ParamSpec>[]> = map(
  as(
    object(
      {
        use: optional(
          text('A parameter of `sources.yaml` to copy; the other keys change the copy.'),
        ),
        ...KEYS,
      },
      { rules: [either(...WAYS, way('use')), WITHIN_LIST] },
    ),
    ({ use, ...written }) => paramOf(written, use),
  ),
  { names: keysNamed('name'), description: 'The parameters of the query string.' },
);
