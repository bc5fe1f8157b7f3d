/** The typed specification of an endpoint in engines' own SQL from a tree that the schema has accepted. */
import type { MappingNode, Node } from '../core/document.ts';
import type { OwnColumnSpec, OwnPieceSpec, OwnSpec, OwnTextSpec } from '../core/spec.ts';
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
  text,
} from './read.ts';

export function buildOwn(
  file: MappingNode,
): Pick<OwnSpec, 'body' | 'place' | 'unscoped' | 'query' | 'columns'> {
  return {
    body: 'own',
    unscoped: optional(file, 'unscoped', locatedFlag),
    place: optional(file, 'query', (_, key) => key) ?? file.place,
    query: needed(file, 'query', node => entries(node, e => buildStatement(e.value))),
    columns: optional(file, 'columns', (node, place) => {
      return { value: entries(node, e => buildColumn(e.value)), place };
    }),
  };
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
    description: optional(mapping, 'description', text),
    unit: optional(mapping, 'unit', text),
    encode: optional(mapping, 'encode', located),
  };
}
