/** validate: the tree of a specification file as typed data, by the descriptions of its clauses. */
import type { Report } from '../core/report/diagnostics.ts';
import type { Document, MappingNode, Node } from '../core/spec/document.ts';
import { collectFaults } from '../shape/faults/faults.ts';
import { freshId } from '../shape/faults/fresh-id.ts';
import { ENDPOINT, type EndpointSpec, readEndpoint } from '../shape/files/endpoint.ts';
import { readSources, type SourcesSpec, sourcesFile } from '../shape/files/sources.ts';
import type { Shape } from '../shape/shape.ts';

/**
 * An endpoint's file as typed data. Reports every fault of shape, and returns `null` if there is one or if the document was not sound.
 * Other faults are reported and make the result unsound, and so does a fault of `id`, which nothing else in the file depends on.
 * Parameter types and engines are open sets, so `resolve` looks them up.
 */
export function validateEndpoint(document: Document, report: Report): EndpointSpec | null {
  const root =
    fitting(document, ENDPOINT.shape, report) ?? fitting(withId(document), ENDPOINT.shape, mute);
  return root === null ? null : readEndpoint(root, document.source, report);
}

/**
 * The file of the data sets as typed data, like `validateEndpoint`. A column may have SQL for each of `dialects`, which are all dialects of
 * quern.
 */
export function validateSources(
  document: Document,
  report: Report,
  dialects: readonly string[],
): SourcesSpec | null {
  const file = described(dialects);
  const root = fitting(document, file.shape, report);
  return root === null ? null : readSources(file, root, document.source, report);
}

/** The tree of a sound document that has the shape of a mapping; `null` for any other. */
function fitting(
  { root, sound }: Document,
  shape: Shape<unknown>,
  report: Report,
): MappingNode | null {
  const faults = collectFaults();
  shape.check({ node: root, above: null, entry: null }, faults);
  const fits = faults.finish(report);
  return fits && sound && root.kind === 'mapping' ? root : null;
}

const mute: Report = () => {};

/** The document with a valid `id` in place of its own. */
function withId(document: Document): Document {
  const { root, source } = document;
  if (root.kind !== 'mapping') return document;
  const { place } = root;
  const id = freshId(source);
  const value: Node = {
    kind: 'scalar',
    place,
    value: id,
    text: id,
    style: 'plain',
    at: () => place.start,
  };
  const others = root.entries.filter(({ name }) => name !== 'id');
  return { ...document, root: { ...root, entries: [...others, { name: 'id', place, value }] } };
}

const files = new Map<string, ReturnType<typeof sourcesFile>>();

/** The description of the data sets, made once for many files. */
function described(dialects: readonly string[]): ReturnType<typeof sourcesFile> {
  const key = dialects.join(' ');
  const known = files.get(key);
  if (known !== undefined) return known;
  const fresh = sourcesFile(dialects);
  files.set(key, fresh);
  return fresh;
}
