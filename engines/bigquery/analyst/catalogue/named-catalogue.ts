/** The catalogue of a question: its data sets under all the names that the text may use. */
import type { AskedTable } from '../../../../generator/googlesql/question/question.ts';
import type { CatalogProto, LanguageOptions } from '../server/protocol.ts';
import { fieldType } from '../types.ts';
import { catalogOf, type NamedTable } from './namespaces.ts';
import { pseudoMark } from './pseudo.ts';

export function catalogueFor(
  tables: readonly AskedTable[],
  language: LanguageOptions,
): CatalogProto {
  const named = tables.flatMap(({ source, names, columns: fields, isRepeated }) => {
    const columns = fields.map(field => {
      const type = fieldType(field, isRepeated, () => true);
      return { name: field.name, type, ...pseudoMark(field.name) };
    });
    return names.map((path): NamedTable => ({ path, fullName: source.name, columns }));
  });
  return catalogOf(named, language);
}
