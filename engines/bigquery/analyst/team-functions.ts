/** A team's functions in the analyser's form. The analyser replaces their calls with their expressions. */
import type { TeamFunction } from '../../../generator/googlesql/question/question.ts';
import type { FunctionProto } from './server/protocol.ts';
import { scalarType } from './types.ts';

/** The rewrite that inlines them. */
export const INLINE = 'REWRITE_INLINE_SQL_FUNCTIONS';

export function functionProto({ name, args, body }: TeamFunction): FunctionProto {
  const once = { num_occurrences: 1, options: { cardinality: 'REQUIRED' } } as const;
  return {
    name_path: [name],
    group: 'Templated_SQL_Function',
    mode: 'SCALAR',
    signature: [
      {
        argument: args.map(({ scalar }) => {
          return { kind: 'ARG_TYPE_FIXED', type: scalarType(scalar), ...once };
        }),
        return_type: { kind: 'ARG_TYPE_ARBITRARY', ...once },
        context_id: 0,
      },
    ],
    parse_resume_location: { input: body },
    templated_sql_function_argument_name: args.map(arg => arg.name),
  };
}
