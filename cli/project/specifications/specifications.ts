/** Finds the specification of an endpoint, which is the file with the endpoint's name. */
import { basename } from 'node:path';
import type { InputFile } from '../../../generator/compile.ts';
import { readTree } from '../../../generator/compile-specs.ts';
import type { Document } from '../../../generator/core/spec/document.ts';

/** Whether the file at `path` is the specification of `endpoint`. */
export function isSpecificationOf(path: string, endpoint: string): boolean {
  return basename(path) === `${endpoint}.yaml`;
}

/** Returns the specification of `endpoint`; `null` if no file of `inputs` is one. */
export function specificationOf(inputs: readonly InputFile[], endpoint: string): InputFile | null {
  return inputs.find(({ path }) => isSpecificationOf(path, endpoint)) ?? null;
}

/** Returns the specification of a compiled endpoint as a tree. */
export function documentOf(inputs: readonly InputFile[], endpoint: string): Document {
  const input = specificationOf(inputs, endpoint);
  const document = input && readTree(input);
  if (document === null) throw new Error(`there is no file of ${endpoint}`);
  return document;
}
