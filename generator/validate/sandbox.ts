/** Builds the relations that callers' statements may read from a tree that the schema accepted. */

import type { Report } from '../core/report/diagnostics.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import type { Entry } from '../core/spec/located.ts';
import type { SandboxSpec, ViewSpec } from '../core/spec/spec.ts';
import { buildBody, NO_BODY } from './body.ts';
import { asMapping, entries, items, located, needed, optional } from './read.ts';

/** `body`: the endpoint's clauses, whose conditions apply to the listed data sets. */
export function buildSandbox(file: MappingNode, body: BodySpec, report: Report): SandboxSpec {
  return {
    place: optional(file, 'sandbox', (_, key) => key) ?? file.place,
    views: needed(file, 'views', node =>
      node.kind === 'sequence'
        ? items(node).map(item => listed(item, body))
        : entries(node, entry => view(asMapping(entry.value), report)),
    ),
  };
}

/** A data set with the endpoint's `where` and `retention`. */
function listed(item: Node, { where, retention, unscoped }: BodySpec): Entry<ViewSpec> {
  const name = located(item);
  const clauses = { ...NO_BODY, from: name, where, retention, unscoped };
  return { name: name.value, place: name.place, value: { ...clauses, select: null } };
}

function view(mapping: MappingNode, report: Report): ViewSpec {
  const body = buildBody(mapping, report);
  return entryOf(mapping, 'select') === null ? { ...body, select: null } : body;
}
