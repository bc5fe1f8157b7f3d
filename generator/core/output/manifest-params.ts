/** Descriptions of parameters in the manifest, and of what the service computes from their values. */
import type { Condition } from '../expr/condition.ts';
import { CONSTANT_FUNCTIONS, type Constant } from '../expr/constant.ts';
import { FILTER_OPERATORS, type Filter } from '../plan/filters.ts';
import { ACCEPTED_FORMS, SCALARS } from '../types/scalar.ts';
import {
  byName,
  choice,
  type Described,
  flag,
  list,
  maybeText,
  means,
  type Of,
  object,
  oneOf,
  orNull,
  part,
  set,
  text,
  whole,
} from './described.ts';

/** A value that the service computes for a request. */
export const constant: Described<Constant> = oneOf(
  object({ now: means('The time of the request.', set) }),
  object({ param: means('The value of a parameter.', text) }),
  object({ literal: text, type: choice(['string', 'int64', 'timestamp', 'date']) }),
  object({ fn: choice(CONSTANT_FUNCTIONS), args: list(part<Constant>('constant')) }),
);

const conditions = list(part<Condition>('condition'));
export const condition: Described<Condition> = means(
  'A condition on the parameters of a request: a parameter that is present, a parameter that has a certain value, or all, any or none of several conditions.',
  oneOf(
    text,
    object({ param: text, is: means('In the text form of the type.', text) }),
    object({ all: conditions }),
    object({ any: conditions }),
    object({ none: conditions }),
  ),
);

const textOrList: Described<string | readonly string[] | null> = {
  type: ['string', 'array', 'null'],
  items: text,
};

const filter: Described<Filter> = object(
  {
    name: text,
    operator: means('The condition on the filter.', choice(FILTER_OPERATORS)),
  },
  {
    loose: means('Other parameters can make the filter ineffective, so a key cannot fix it.', set),
    chosen: means(
      'The enum parameter that chooses the operator, and the operator for each of its values; `operator` is then that of the name alone.',
      object({ by: text, operators: byName(choice(FILTER_OPERATORS)) }),
    ),
    ignoreCase: means('Its patterns ignore letter case.', set),
    key: means(
      'Each value names a key of a map, `region=eu`; callers may also write `name[region]`.',
      set,
    ),
  },
);

const listOfParam = object(
  {
    minItems: means('The minimum number of different items.', whole),
    maxItems: means('The maximum number of different items.', whole),
  },
  {
    separator: means(
      'A text that separates items, for callers who do not repeat the parameter.',
      text,
    ),
  },
);
export interface ManifestList extends Of<typeof listOfParam> {}

export const param = object(
  {
    name: text,
    type: means('The type as the specification names it; `enum` if values are listed.', text),
    scalar: means(
      'The type of the value as clients write it, for a list the type of each item; bindings state how it is bound.',
      choice(SCALARS),
    ),
    values: means(
      'The values of an enum in declared order; null for other types.',
      orNull(list(text)),
    ),
    required: flag,
    default: means(
      'In the text form of the type; for a list, one text for each item; with `moving`, an expression, for readers.',
      textOrList,
    ),
    otherwise: means(
      'Whether any other value of an enum is rejected or means the default.',
      choice(['reject', 'default']),
    ),
    constraints: means(
      'Only declared ones: bounds in the text form of the type, lengths in code points, an RE2 pattern for the whole text.',
      object(
        {},
        {
          min: text,
          max: text,
          minLength: whole,
          maxLength: whole,
          pattern: text,
          step: means('The step must divide a day or be a number of whole days.', set),
          accept: means('Another form that its texts may have.', choice(ACCEPTED_FORMS)),
          lenient: means('Texts may have any form of ISO 8601 or PostgreSQL.', set),
        },
      ),
    ),
    description: maybeText,
    example: means('In the text form of the type; for a list, one text for each item.', textOrList),
    deprecated: flag,
  },
  {
    aliases: means(
      'Other texts that callers may send for values of an enum, each with the value that it means.',
      byName(text),
    ),
    moving: means(
      'Only if the default depends on the time of the request: how it is computed.',
      part<Constant>('constant'),
    ),
    list: means(
      'Only for lists: type, values and constraints are those of each item.',
      listOfParam,
    ),
    filter: means(
      'Only for a pair of a filter and an operator, which callers may also write `name[operator]`.',
      filter,
    ),
  },
);
export interface ManifestParam extends Of<typeof param> {}
