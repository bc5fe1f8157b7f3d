/** The columns of a declared data set whose whole numbers a reader of JSON may round. */
import { EngineFailure } from '../../engines/engine.ts';
import { isEngine } from '../../engines/index.ts';
import { SurveyError, type SurveyedField } from '../../engines/survey.ts';
import { type Field, type Source, storedName } from '../../generator/core/spec/source.ts';
import {
  held,
  type ItemField,
  itemFieldsOf,
  type Type,
} from '../../generator/core/types/scalar.ts';
import { onOneLine, whyUnknown } from '../engines.ts';
import { surveyEngine } from '../project/survey.ts';
import type { Workspace } from '../project/workspace.ts';

export interface LargeColumns {
  readonly names: ReadonlySet<string>;
  /** Why the rows were not looked at; `null` if they were, or need not be. */
  readonly unseen: string | null;
}

/** Looks at the rows of the configured engine, if the data set has whole numbers there. */
export async function largeColumns(workspace: Workspace, source: Source): Promise<LargeColumns> {
  const { service, engines } = workspace.config;
  const { engine } = service;
  const none = { names: new Set<string>(), unseen: null };
  const table = source.tables[engine]?.name.join('.');
  const columns = source.columns.filter(one => one.text[engine] === undefined && hasWhole(one));
  if (!isEngine(engine) || table === undefined || columns.length === 0) return none;
  const unknown = whyUnknown(engine, workspace);
  if (unknown !== null) return { ...none, unseen: unknown };
  try {
    const { tables } = await surveyEngine(engine, engines, [table], workspace);
    const seen = tables.flatMap(found => found.columns.filter(isLarge).map(({ name }) => name));
    const isSeen = (column: Field) => seen.includes(column.is?.[0] ?? storedName(column, engine));
    return { ...none, names: new Set(columns.filter(isSeen).map(({ name }) => name)) };
  } catch (error) {
    if (!(error instanceof SurveyError || error instanceof EngineFailure)) throw error;
    return { ...none, unseen: onOneLine(error.message) };
  }
}

function hasWhole({ type, fields }: Field): boolean {
  return type === 'record' ? fields.some(hasWhole) : isWhole(type);
}

function isWhole(type: Type | readonly ItemField[]): boolean {
  const fields = typeof type === 'string' ? itemFieldsOf(type) : type;
  if (fields !== null) return fields.some(field => isWhole(field.type));
  return typeof type === 'string' && held(type).of === 'int64';
}

function isLarge({ exceedsJson, fields }: SurveyedField): boolean {
  return exceedsJson || fields?.some(isLarge) === true;
}
