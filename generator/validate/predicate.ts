/** Builds the typed specification of a predicate from a tree that the schema accepted. */

import type { GuardedSpec, PredicateSpec, WhenSpec } from '../core/spec/body-spec.ts';
import { entryOf, type Node } from '../core/spec/document.ts';
import { isChoice, readCases, value } from './cases.ts';
import { asMapping, entries, expression, items, located, needed, readPlain } from './read.ts';

export function buildPredicate(node: Node): PredicateSpec {
  if (node.kind === 'scalar') return { when: null, filter: expression(node) };
  const mapping = asMapping(node);
  if (isChoice(mapping)) return { when: null, filter: readCases(mapping, expression) };
  const any = entryOf(mapping, 'any');
  return any === null ? buildGuarded(node) : { any: items(any.value).map(buildGuarded) };
}

function buildGuarded(node: Node): GuardedSpec {
  const mapping = asMapping(node);
  return {
    when: needed(mapping, 'when', buildWhen),
    filter: needed(mapping, 'filter', value),
  };
}

export function buildWhen(node: Node): WhenSpec {
  if (node.kind === 'scalar') return { present: located(node) };
  if (node.kind === 'sequence') return { all: items(node).map(buildWhen) };
  const [first] = entries(node, entry => entry);
  if (first === undefined) throw new Error('The schema accepted an empty condition.');
  const { name, place, value } = first;
  if (name === 'any') return { any: items(value.value).map(located) };
  if (name === 'absent') return { absent: located(value.value) };
  return { param: { value: name, place }, is: readPlain(value.value) };
}
