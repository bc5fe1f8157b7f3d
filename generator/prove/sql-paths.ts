/** The columns that SQL of an engine reads in place of a stored column. In doubt, it reads them. */
import { type Field, type Source, storedName } from '../core/spec/source.ts';

/** The paths of the columns and fields that the SQL of `field` names, on any engine. */
export function pathsInSql({ text }: Field, source: Source): readonly (readonly string[])[] {
  return Object.entries(text).flatMap(([engine, sql]) => {
    const lower = sql.toLowerCase();
    const words = new Set(lower.match(/[\p{L}\p{Nd}_]+/gu));
    const isNamed = (name: string) =>
      /\W/.test(name) ? lower.includes(name.toLowerCase()) : words.has(name.toLowerCase());
    const table = source.tables[engine]?.name ?? [];
    // a whole row: `to_json(people)`, `people.*`
    const isWhole = [source.name, ...table.slice(-1)].some(isNamed) || /[.(]\s*\*/.test(lower);
    const named = namedPaths(source.columns, one => isNamed(storedName(one, engine)));
    return isWhole || named.length === 0 ? source.columns.map(({ name }) => [name]) : named;
  });
}

/** Of a record, the fields that are named; all of it if no field is. */
function namedPaths(
  fields: readonly Field[],
  isNamed: (field: Field) => boolean,
): readonly (readonly string[])[] {
  return fields.filter(isNamed).flatMap(field => {
    const within = namedPaths(field.fields, isNamed);
    return within.length === 0 ? [[field.name]] : within.map(path => [field.name, ...path]);
  });
}
