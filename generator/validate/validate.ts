/** validate: the tree of a specification file as typed data, by the descriptions of its clauses. */
import { besides, type Cuts } from '../core/report/cuts.ts';
import type { Report } from '../core/report/diagnostics.ts';
import { type Document, entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import { collectFaults } from '../shape/faults/faults.ts';
import { freshId } from '../shape/faults/fresh-id.ts';
import { ENDPOINT, type EndpointSpec, readEndpoint } from '../shape/files/endpoint.ts';
import { readSources, type SourcesSpec, sourcesFile } from '../shape/files/sources.ts';
import type { Shape } from '../shape/shape.ts';
import { cutTree } from './cutting.ts';

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

/** A file without its faulty parts. Its data are not sound: they are resolved to find other faults, and never accepted. */
export interface Partly<Spec> {
  readonly spec: Spec;
  readonly cuts: Cuts;
}

/** The rest of an endpoint's file that `validateEndpoint` refused, with further faults; `null` if that is too little. */
export function validatePartOfEndpoint(
  document: Document,
  report: Report,
): Partly<EndpointSpec> | null {
  const tree = cutTree(withId(document), ENDPOINT.shape, 3);
  if (tree === null) return null;
  const { root, cuts } = tree;
  const spec = readEndpoint(root, document.source, besides([cuts], report));
  return { spec: { ...spec, sound: false }, cuts };
}

/** The same for the file of the data sets. */
export function validatePartOfSources(
  document: Document,
  report: Report,
  dialects: readonly string[],
): Partly<SourcesSpec> | null {
  const file = described(dialects);
  const tree = cutTree(document, file.shape, 5);
  if (tree === null) return null;
  const { root, cuts, within } = tree;
  const spec = readSources(file, root, document.source, besides([cuts], report));
  const isWhole = (name: string) => document.sound && !within.has(name);
  const sources = spec.sources.map(source => {
    return { ...source, sound: source.sound && isWhole(source.name.value) };
  });
  const relations = spec.relations.map(relation => {
    return { ...relation, sound: relation.sound && isWhole(relation.name) };
  });
  return { spec: { ...spec, sources, relations }, cuts };
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

/** The document with a valid `id` in place of its own, if it has one. */
function withId(document: Document): Document {
  const { root, source } = document;
  if (root.kind !== 'mapping' || entryOf(root, 'id') === null) return document;
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
