/** Builds the typed specification of an endpoint in GoogleSQL or own SQL from a tree that the schema accepted. */
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import type {
  GoogleSqlSpec,
  OwnColumnSpec,
  OwnPieceSpec,
  OwnSpec,
  OwnTextSpec,
} from '../core/spec/spec.ts';
import {
  asMapping,
  entries,
  expression,
  flag,
  items,
  located,
  locatedFlag,
  needed,
  optional,
  readTextNode,
} from './read.ts';

type Shared = 'body' | 'place' | 'unscoped' | 'columns';

/** A single text is GoogleSQL; texts keyed by engine are own SQL. */
export function buildSql(
  file: MappingNode,
): Pick<OwnSpec, Shared | 'query'> | Pick<GoogleSqlSpec, Shared | 'text'> {
  const shared = {
    unscoped: optional(file, 'unscoped', locatedFlag),
    place: optional(file, 'query', (_, key) => key) ?? file.place,
    columns: optional(file, 'columns', (node, place) => {
      return { value: entries(node, e => buildColumn(e.value)), place };
    }),
  };
  return needed(file, 'query', node =>
    isOneText(node)
      ? { body: 'googlesql', ...shared, text: buildText(node) }
      : { body: 'own', ...shared, query: entries(node, e => buildStatement(e.value)) },
  );
}

function isOneText(node: Node): boolean {
  return node.kind === 'scalar' || (node.kind === 'mapping' && entryOf(node, 'file') !== null);
}

function buildStatement(node: Node): readonly OwnPieceSpec[] {
  if (node.kind === 'sequence') return items(node).map(buildPiece);
  return [{ by: null, when: null, text: buildText(node) }];
}

function buildPiece(node: Node): OwnPieceSpec {
  if (node.kind === 'scalar') return { by: null, when: null, text: buildText(node) };
  const mapping = asMapping(node);
  const by = optional(mapping, 'by', located);
  if (by !== null) {
    return { by, cases: needed(mapping, 'cases', of => entries(of, e => buildText(e.value))) };
  }
  const sql = optional(mapping, 'sql', buildText);
  const when = optional(mapping, 'when', located);
  return { by: null, when, text: sql ?? { file: needed(mapping, 'file', located) } };
}

function buildText(node: Node): OwnTextSpec {
  if (node.kind === 'scalar') return { file: null, text: expression(node) };
  return { file: needed(asMapping(node), 'file', located) };
}

function buildColumn(node: Node): OwnColumnSpec {
  if (node.kind === 'scalar') {
    return { type: located(node), required: false, description: null, unit: null, encode: null };
  }
  const mapping = asMapping(node);
  return {
    type: needed(mapping, 'type', located),
    required: optional(mapping, 'required', flag) ?? false,
    description: optional(mapping, 'description', readTextNode),
    unit: optional(mapping, 'unit', readTextNode),
    encode: optional(mapping, 'encode', located),
  };
}
