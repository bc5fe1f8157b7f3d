/** Builds the typed specification of an endpoint from a tree that its schema accepted. */

import { counting, type Place, type Report } from '../core/report/diagnostics.ts';
import { type Document, entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import type { Located } from '../core/spec/located.ts';
import type { EndpointSpec, PagesSpec } from '../core/spec/spec.ts';
import { COMPATS } from '../core/types/compat.ts';
import { buildBody } from './body.ts';
import { buildSql } from './own.ts';
import { buildParam } from './param.ts';
import {
  asMapping,
  asScalar,
  duration,
  entries,
  flag,
  items,
  located,
  locatedList,
  locatedNumber,
  needed,
  optional,
  readOneOf,
  readTextNode,
} from './read.ts';
import { buildSandbox } from './sandbox.ts';
import { buildTest } from './test.ts';
import { MAX_DURATION, parseDuration } from './time.ts';

/** Also reports what the schema cannot express: the file's name, lengths of time, and options that contradict each other. */
export function buildEndpoint(document: Document, report: Report): EndpointSpec {
  const faults = counting(report);
  const head = buildHead(document, faults.report);
  const file = asMapping(document.root);
  const body = entryOf(file, 'query') === null ? buildClauses(file, faults.report) : buildSql(file);
  return { ...head, ...body, sound: faults.count() === 0 };
}

function buildHead({ source, root }: Document, report: Report) {
  const file = asMapping(root);
  const endpoint = needed(file, 'endpoint', located);
  checkFileName(source.file, endpoint, report);
  return {
    source,
    endpoint,
    id: needed(file, 'id', located),
    aliases: optional(file, 'aliases', locatedList)?.value ?? [],
    compat: optional(file, 'compat', readOneOf(COMPATS)),
    ignore: optional(file, 'ignore', locatedList)?.value ?? [],
    summary: optional(file, 'summary', readTextNode),
    description: optional(file, 'description', readTextNode),
    engines: optional(file, 'engines', locatedList),
    params: optional(file, 'params', node => entries(node, e => buildParam(e.value))) ?? [],
    maxRows: optional(file, 'max_rows', locatedNumber),
    cache: optional(file, 'cache', node => buildCache(node, report)),
    tests: optional(file, 'tests', node => entries(node, e => buildTest(e.value))) ?? [],
  };
}

function buildClauses(file: MappingNode, report: Report) {
  const step = (node: Node) => buildBody(asMapping(node), report);
  const body = buildBody(file, report);
  const isSandboxed = optional(file, 'sandbox', flag) ?? false;
  return {
    body: 'portable' as const,
    views: isSandboxed ? [] : (optional(file, 'views', node => items(node).map(located)) ?? []),
    pages: optional(file, 'pages', (node, place) => buildPages(node, place, report)),
    offset: optional(file, 'offset', buildParamName),
    steps: optional(file, 'steps', node => entries(node, e => step(e.value))) ?? [],
    ...body,
    sandbox: isSandboxed ? buildSandbox(file, body, report) : null,
  };
}

/** The name after the `@`. */
function buildParamName(node: Node): Located<string> {
  const { text: written, place } = asScalar(node);
  return { value: written.slice(1), place };
}

function buildPages(node: Node, place: Place, report: Report): PagesSpec {
  const mapping = asMapping(node);
  return {
    place,
    size: needed(mapping, 'size', locatedNumber),
    maxSize: optional(mapping, 'max_size', locatedNumber),
    expires: optional(mapping, 'expires', value => duration(value, report)),
  };
}

function checkFileName(file: string, endpoint: Located<string>, report: Report): void {
  const expected = `${endpoint.value}.yaml`;
  const actual = file.split(/[\\/]/).at(-1);
  if (actual === expected) return;
  const message = `The endpoint \`${endpoint.value}\` must be in a file with the name \`${expected}\``;
  report(
    'invalid-name',
    endpoint.place,
    message,
    `Rename the file to \`${expected}\`, or the endpoint.`,
  );
}

const MICROS = 1_000_000n;

function buildCache(node: Node, report: Report): EndpointSpec['cache'] {
  if (node.kind === 'scalar') return { value: 'off', place: node.place };
  const mapping = asMapping(node);
  const ttl = needed(mapping, 'ttl', value => duration(value, report));
  const refresh = optional(mapping, 'refresh', value => buildRefresh(value, ttl.value, report));
  const seconds = { ttl: Number(ttl.value / MICROS), refresh: Number((refresh ?? 0n) / MICROS) };
  return { value: seconds, place: node.place };
}

function buildRefresh(node: Node, ttl: bigint, report: Report): bigint {
  const refresh =
    readTextNode(node) === '0' || Number(asScalar(node).value) === 0
      ? 0n
      : parseDuration(readTextNode(node));
  if (refresh === null) throw new Error('The schema accepted a text that is not a duration.');
  // a `ttl` that is too long is reported elsewhere
  if (refresh >= ttl && ttl <= MAX_DURATION) {
    const message =
      '`refresh` must be shorter than `ttl`, or rows expire before they are refreshed';
    report('clause-conflict', node.place, message, 'Use a shorter `refresh`, or 0 for none.');
  }
  return refresh;
}
