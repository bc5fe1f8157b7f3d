/** A team's functions in the analyser's form. The analyser replaces their calls with their expressions. */
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import type { TeamFunction } from '../../../generator/googlesql/question/question.ts';
import type { FunctionArgument, FunctionProto } from './server/protocol.ts';
import { scalarType } from './types.ts';

/** The rewrite that inlines them. */
export const INLINE = 'REWRITE_INLINE_SQL_FUNCTIONS';

export function functionProto({ name, args, returns, body }: TeamFunction): FunctionProto {
  return {
    name_path: [name],
    group: 'Templated_SQL_Function',
    mode: 'SCALAR',
    signature: [
      {
        argument: args.map(({ scalar }) => typeOf(scalar)),
        return_type: typeOf(returns),
        context_id: 0,
      },
    ],
    parse_resume_location: { input: body },
    templated_sql_function_argument_name: args.map(arg => arg.name),
  };
}

function typeOf(scalar: Scalar | null): FunctionArgument {
  const once = { num_occurrences: 1, options: { cardinality: 'REQUIRED' } } as const;
  return scalar === null
    ? { kind: 'ARG_TYPE_ARBITRARY', ...once }
    : { kind: 'ARG_TYPE_FIXED', type: scalarType(scalar), ...once };
}
