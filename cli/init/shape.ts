/** The shape of a declared data set, for a first endpoint. */
import type { Source } from '../../generator/core/spec/source.ts';
import { type DataSetShape, timeOf } from './data-set.ts';

/** `large`: names of columns with whole numbers that a reader of JSON may round. */
export function describeDataSet(
  { name, columns, keys, scope }: Source,
  large: ReadonlySet<string> = new Set(),
): DataSetShape {
  const [key = []] = keys;
  const typeOf = (column: string) => columns.find(one => one.name === column)?.type;
  return {
    name,
    key,
    time: timeOf(columns, null),
    needsTime: false,
    shown: columns.map(({ name }) => ({ name, asText: large.has(name) })),
    scope: scope.flatMap(column => {
      const type = typeOf(column.name);
      return type === undefined || type === 'record' ? [] : [{ name: column.name, type }];
    }),
  };
}
