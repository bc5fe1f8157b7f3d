/** The documents of all scenarios hold every parameter and column as declared. */
import { describe, expect, test } from 'vitest';
import type {
  Manifest,
  ManifestField,
  ManifestParam,
} from '../../../generator/core/output/manifest.ts';
import { held } from '../../../generator/core/types/scalar.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type {
  OpenApiDocument,
  Schema,
} from '../../../generator/emitters/openapi/document-types.ts';
import { paramType } from '../../../generator/params/index.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { documentFrom } from '../../support/openapi-fixture.ts';
import {
  everything,
  own,
  parametersOf,
  rendered,
  rowOf,
  type WholeParameter,
} from './documents.ts';

describe('every parameter and column of every scenario', () => {
  const projects = [
    own,
    everything,
    ...loadScenarios()
      .filter(({ compiled: { diagnostics } }) => diagnostics.length === 0)
      .map(({ compiled: { compilation } }) => compilation),
  ].map(compilation => ({
    manifest: manifestOf(compilation),
    document: documentFrom(compilation),
  }));
  const each = (
    look: (endpoint: Manifest['endpoints'][number], document: OpenApiDocument) => void,
  ) => {
    for (const { manifest, document } of projects) {
      for (const endpoint of manifest.endpoints) look(endpoint, document);
    }
  };

  test('there are many', () => {
    expect(projects.length).toBeGreaterThan(80);
  });

  test('is what the manifest says', () => {
    each((endpoint, document) => {
      const found = parametersOf(document, `/api/endpoints/${endpoint.name}`);
      expect(found.map(inManifest), endpoint.name).toEqual(endpoint.params.map(comparable));
      expect(found.filter(parameter => parameter.in !== 'query')).toEqual([]);
      expect(parametersOf(document, `/api/endpoints/query/${endpoint.id}`)).toEqual(found);
    });
  });

  test('has the name of its filter as code', () => {
    const described = new Set<string>();
    each(({ name }, document) => {
      for (const found of parametersOf(document, `/api/endpoints/${name}`)) {
        const filter = found['x-quern-filter'];
        if (filter === undefined) continue;
        const [start = ''] =
          /^Rows whose (value of each key in )?`/.exec(found.description ?? '') ?? [];
        expect(found.description).toContain(`${start}${filter.name}\``);
        if (filter.key === true) expect(found.description).toContain('an item is `key=value`');
        described.add(start);
      }
    });
    expect(described).toEqual(new Set(['Rows whose `', 'Rows whose value of each key in `']));
  });

  test('has the values of an enum in one place, a component', () => {
    const all = projects.map(({ document: { paths, components } }) => ({
      elsewhere: [paths, components.requestBodies].flatMap(enumsIn),
      named: Object.values(components.schemas ?? {}).filter(one => enumsIn(one)[0] === one),
    }));
    expect(all.flatMap(({ elsewhere }) => elsewhere)).toEqual([]);
    expect(all.flatMap(({ named }) => named).length).toBeGreaterThan(30);
  });

  test('repeats a constraint in the words of JSON Schema, or in the description', () => {
    each(({ name, params }, document) => {
      const found = parametersOf(document, `/api/endpoints/${name}`);
      for (const [i, { constraints }] of params.entries()) {
        const { schema: whole, description = '' } = found[i] ?? { schema: {} };
        const schema = (whole.type === 'array' ? whole.items : whole) as Schema;
        const words = rendered(description);
        const { minLength, maxLength, min = '', max = '', pattern = '' } = constraints;
        // A type may have a bound of its own where none is declared.
        if (minLength !== undefined) expect(schema.minLength).toBe(minLength);
        if (maxLength !== undefined) expect(schema.maxLength).toBe(maxLength);
        expect(String(schema.minimum ?? '') === min || words.includes(`At least ${min}`)).toBe(
          true,
        );
        expect(sameNumber(schema.maximum, max) || words.includes(`At most ${max}`)).toBe(true);
        const fits = pattern === '' ? undefined : `^(?:${pattern})$`;
        expect(schema.pattern === fits || words.includes(pattern)).toBe(true);
      }
    });
  });

  test('has all columns in order, always there, null only where they may be', () => {
    each(({ name, columns, views }, document) => {
      const row = rowOf(document, `/api/endpoints/${name}`);
      if (views === undefined) expectFields(row, columns);
      // rows are those of a statement of the caller
      else expect([row.type, row.additionalProperties]).toEqual(['object', true]);
    });
  });
});

/** Every place of an enum of a parameter. */
function enumsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(enumsIn);
  return Object(value)['x-quern-type'] === 'enum' ? [value, ...inside] : inside;
}

function sameNumber(number: number | undefined, text: string): boolean {
  return number === undefined ? text === '' : number === Number(text);
}

/** A documented parameter in the manifest's form. */
function inManifest(parameter: WholeParameter) {
  const { schema: whole, example } = parameter;
  const filter = parameter['x-quern-filter'];
  const aliases = parameter['x-quern-aliases'];
  const isList = whole.type === 'array';
  const schema: Schema = isList ? (whole.items as Schema) : whole;
  const type = schema['x-quern-type'] ?? '';
  const text = (value: unknown): unknown => {
    if (value === undefined) return null;
    if (Array.isArray(value)) return value.map(text);
    const parsed = paramType(type).parse(String(value), {
      values: schema.enum?.map(String) ?? null,
      constraints: { min: null, max: null, minLength: null, maxLength: null, pattern: null },
    });
    return parsed.ok ? paramType(type).format(parsed.value) : `no ${type}: ${value}`;
  };
  return {
    name: parameter.name,
    type,
    required: parameter.required,
    values: schema.enum?.map(String) ?? null,
    ...(isList ? { list: listOf(parameter) } : {}),
    default: whole['x-quern-default'] ?? text(whole.default),
    example: parameter['x-quern-example'] ?? text(example),
    otherwise: parameter['x-quern-otherwise'] ?? 'reject',
    constraints: schema['x-quern-constraints'] ?? {},
    deprecated: parameter.deprecated ?? false,
    ...(filter === undefined ? {} : { filter }),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

/** The separator that OpenAPI knows, by the style. */
const SEPARATORS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

function listOf({ schema: { minItems = 0, maxItems }, style = '', explode }: WholeParameter) {
  return { minItems, maxItems, ...(explode ? {} : { separator: SEPARATORS[style] }) };
}

/** A list that is required has an item at least, whether its specification says so or not. */
function comparable({ scalar: _, description: __, moving: ___, list, ...rest }: ManifestParam) {
  if (list === undefined) return rest;
  return { ...rest, list: { ...list, minItems: Math.max(list.minItems, Number(rest.required)) } };
}

function expectFields(schema: Schema, fields: readonly ManifestField[]): void {
  const { properties = {}, required } = schema;
  expect(Object.keys(properties)).toEqual(fields.map(({ name }) => name));
  expect(required).toEqual(fields.map(({ name }) => name));
  for (const field of fields) {
    const { isNullable, property } = readProperty(properties[field.name] ?? {});
    if (field.type === 'json') expect(property.type).toBe(undefined);
    else {
      // NaN is stored in a column that is never NULL, and answered as null. A list and a map are answered empty in place of NULL.
      const isArray = field.array === true;
      const isSeveral = isArray || (field.type !== 'record' && held(field.type).as !== 'one');
      const mayBeNull = (field.nullable && !isSeveral) || field.type === 'float64';
      const isOne = property.type === 'array' && property.maxItems === 1;
      expect(isOne, field.name).toBe(isArray && field.list !== true);
      expect(isNullable, field.name).toBe(mayBeNull);
    }
    const said = (properties[field.name] ?? {}) as Schema;
    expect(said['x-unit']).toBe(field.unit);
    expect(rendered(said.description ?? '')).toContain(field.description ?? '');
    const record = field.array === true && 'items' in property ? property.items : property;
    if (field.type === 'record') expectFields(record as Schema, field.fields ?? []);
  }
}

/** A scalar that may be NULL has two types; a list, map or record that may be NULL is one of two schemas. */
function readProperty(schema: object): { readonly isNullable: boolean; readonly property: Schema } {
  const property = schema as Schema;
  const { type, anyOf } = property;
  if (anyOf === undefined) return { isNullable: [type].flat().includes('null'), property };
  const [value, none, ...others] = anyOf as readonly Schema[];
  expect([none, others]).toEqual([{ type: 'null' }, []]);
  return { isNullable: true, property: value ?? {} };
}
