/** Reads the endpoint and the values that a command line names. */

import type { BoundStatement } from '../engines/engine.ts';
import { SANDBOX_SQL } from '../generator/core/plan/endpoint.ts';
import { CURSOR } from '../generator/core/plan/pages.ts';
import type { Param } from '../generator/core/plan/param.ts';
import { printable, suggestion } from '../generator/core/report/diagnostics.ts';
import { textsOf } from '../generator/params/list.ts';
import { sampleTexts } from '../generator/params/sample.ts';
import { createBinder, type Values } from '../server/answers/bind.ts';
import type { Catalogue, WholeEndpoint } from '../server/answers/manifest/manifest.ts';
import { chooseWindowStep, WindowFault } from '../server/answers/windows.ts';
import {
  readValues,
  splitItems,
  type UnknownParameters,
} from '../server/http/reading/read-request.ts';
import type { GivenParameter } from './flags.ts';
import { EXIT, Failure } from './terminal/exit.ts';

/** Finds the endpoint by its name or identifier. Throws `Failure` if there is none; the message may then suggest a name from `others`. */
export function findEndpoint(
  { byName, byId }: Catalogue,
  reference: string,
  others: readonly string[] = [],
): WholeEndpoint {
  const found = byName.get(reference) ?? byId.get(reference.toLowerCase());
  if (found !== undefined) return found.whole();
  throw new Failure(EXIT.usage, `There is no endpoint \`${printable(reference)}\``, {
    hint: suggestion(reference, [...byName.keys(), ...others]),
  });
}

/** The values of the endpoint's parameters, read as in the service. Throws `Failure` with all faults. */
export function readGivenValues(
  { params, pages, ignore }: WholeEndpoint,
  given: readonly GivenParameter[],
  unknown: UnknownParameters,
): Values {
  const texts = new Map<string, string[]>();
  for (const { name, value } of given) texts.set(name, [...(texts.get(name) ?? []), value]);
  const { values, faults } = readValues(params, splitItems({ texts, faults: [] }, params), {
    unknown,
    passed: new Set(ignore),
  });
  if (pages !== undefined && values.has(CURSOR)) {
    throw new Failure(EXIT.usage, `A \`${CURSOR}\` only works in the service that made it`, {
      hint: 'Leave it out: the command shows the first page.',
    });
  }
  if (faults.length === 0) return values;
  throw new Failure(EXIT.usage, faults.map(({ message }) => message).join('\n'), {
    hint: 'Give parameters as `--param name=value`.',
  });
}

/** Examples of the required parameters that are not given; of an enum without one, its first value. */
export function exampleValues(
  endpoint: WholeEndpoint,
  given: readonly GivenParameter[],
): readonly GivenParameter[] {
  return missingValues(endpoint, given, param => {
    const { example, values } = param;
    return example === null ? (values?.slice(0, 1) ?? []) : textsOf(param, example);
  });
}

/** Values that the types of the required parameters allow, of those that are not given. Nobody can make up the statement of a caller. */
export function sampleValues(
  endpoint: WholeEndpoint,
  given: readonly GivenParameter[],
): readonly GivenParameter[] {
  return missingValues(endpoint, given, param =>
    endpoint.sandbox && param.name === SANDBOX_SQL ? [] : sampleTexts(param),
  );
}

/** The texts of the required parameters that are not given. */
function missingValues(
  { params }: WholeEndpoint,
  given: readonly GivenParameter[],
  textsFor: (param: Param) => string | readonly string[],
): readonly GivenParameter[] {
  return params
    .filter(({ name, required }) => required && !given.some(one => one.name === name))
    .flatMap(param => [textsFor(param)].flat().map(value => ({ name: param.name, value })));
}

/** The statement for these values. Throws `Failure` if the endpoint does not support that engine or refuses the window. */
export function statementOf(
  endpoint: WholeEndpoint,
  engine: string,
  values: Values,
  now: bigint,
): BoundStatement {
  const statements = statementsFor(endpoint, engine);
  return answerable(() => createBinder(statements, endpoint)(values, now));
}

/** The statements of an endpoint for an engine. Throws a `Failure` if it is not compiled for that engine. */
export function statementsFor(endpoint: WholeEndpoint, engine: string) {
  const statements = endpoint.engines[engine];
  if (statements !== undefined) return statements;
  throw new Failure(EXIT.usage, `\`${endpoint.name}\` is not compiled for ${engine}`, {
    hint: `Use one of ${Object.keys(endpoint.engines).join(', ')}.`,
  });
}

/** The step that the window's length selects; `null` if the length selects none. Throws `Failure` if the window is refused. */
export function findStep(endpoint: WholeEndpoint, values: Values, now: bigint): string | null {
  return answerable(() => chooseWindowStep(endpoint, values, now));
}

function answerable<T>(of: () => T): T {
  try {
    return of();
  } catch (cause) {
    if (cause instanceof WindowFault) throw new Failure(EXIT.usage, cause.message);
    throw cause;
  }
}
