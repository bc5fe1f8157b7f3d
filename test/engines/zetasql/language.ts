/** How statements are read for the evaluator. */
import {
  parameterName,
  analyzerOptions as plainOptions,
} from '../../../engines/bigquery/analyst/language.ts';
import type {
  AnalyzerOptions,
  LanguageOptions,
  TypeProto,
} from '../../../engines/bigquery/analyst/server/protocol.ts';
import { scalarType } from '../../../engines/bigquery/analyst/types.ts';
import { REWRITES } from '../../../engines/bigquery/embedded/functions.ts';
import type { Binding } from '../test-engine.ts';

export { parameterName };

function arrayOf(element_type: TypeProto): TypeProto {
  return { type_kind: 'TYPE_ARRAY', array_type: { element_type } };
}

/** Parameters are of the types of the bindings; with no binding at all they are inferred. */
export function analyzerOptions(
  language: LanguageOptions,
  bindings: readonly Binding[],
): AnalyzerOptions {
  const parameters = bindings.map(({ name, scalar, value }) => {
    const type = scalarType(scalar);
    return { name, type: Array.isArray(value) ? arrayOf(type) : type };
  });
  return {
    ...plainOptions(language, parameters),
    allow_undeclared_parameters: bindings.length === 0,
    enabled_rewrites: REWRITES,
  };
}
