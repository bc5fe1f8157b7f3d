/** Values for the parameters of a statement, as texts that ClickHouse reads as their types. */
import type { AskedParameter } from '../../analyst.ts';
import type { ParameterTexts } from './chdb.ts';

export function sampleParameters(parameters: readonly AskedParameter[]): ParameterTexts {
  return Object.fromEntries(parameters.map(parameter => [parameter.name, textOf(parameter)]));
}

/** ClickHouse does not read the `T` or the zone of a timestamp. */
function textOf({ scalar, sample, isList }: AskedParameter): string {
  if (scalar !== 'timestamp' || isList === true) return sample;
  const milliseconds = Date.parse(sample);
  const instant = new Date(Number.isNaN(milliseconds) ? 0 : milliseconds).toISOString();
  return instant.slice(0, 23).replace('T', ' ');
}
