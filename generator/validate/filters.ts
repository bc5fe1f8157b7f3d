/** Builds the typed specification of filters from a tree that the schema accepted. */

import { FILTER_OPERATORS } from '../core/plan/filters.ts';
import type { Report } from '../core/report/diagnostics.ts';
import type { FilterSpec } from '../core/spec/body-spec.ts';
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import { buildWhen } from './predicate.ts';
import {
  asMapping,
  expression,
  items,
  locatedFlag,
  locatedNumber,
  needed,
  optional,
  readOneOf,
  readTextNode,
} from './read.ts';

export function buildFilter(node: Node): FilterSpec {
  if (node.kind === 'scalar') return { of: expression(node), ...NOTHING_SAID };
  const mapping = asMapping(node);
  return {
    of: needed(mapping, 'of', expression),
    operators: optional(mapping, 'operators', list => items(list).map(readOneOf(FILTER_OPERATORS))),
    maxLength: optional(mapping, 'max_length', locatedNumber),
    ignoreCase: optional(mapping, 'ignore_case', locatedFlag),
    key: optional(mapping, 'key', locatedFlag),
    except: optional(mapping, 'except', of => needed(asMapping(of), 'when', buildWhen)),
    description: optional(mapping, 'description', readTextNode),
  };
}

const NOTHING_SAID = {
  operators: null,
  maxLength: null,
  ignoreCase: null,
  key: null,
  except: null,
  description: null,
};

export function checkFilters(file: MappingNode, report: Report): void {
  if (entryOf(file, 'filters') !== null) return;
  for (const name of ['match', 'prefix']) {
    const place = entryOf(file, name)?.place;
    if (place === undefined) continue;
    const message = `\`${name}\` can only be used with \`filters\``;
    report('clause-conflict', place, message, 'Remove it.');
  }
}
