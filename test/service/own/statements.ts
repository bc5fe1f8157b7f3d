/** Own statements over HTTP, and the same statements asked of the engine directly with their values written in by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import type { Filled } from '../../engines/filled-engines.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { asking } from '../server-fixture.ts';
import { SOURCES } from './tables.ts';

/** A parameter's type (`[]`: a list of it, `!`: required) and its texts in the address; `null`: it is absent. */
export type Given = readonly [type: string, text: string | readonly string[] | null];
export type Declared = string | { readonly type: string; readonly encode: 'string' };

export interface OwnCase {
  readonly name: string;
  readonly params?: Readonly<Record<string, Given>>;
  readonly query: string;
  readonly columns: Readonly<Record<string, Declared>>;
  /** The statement with its values written in. */
  readonly direct: string;
}

/** An engine with the tables of `tables.ts`, as the service has it, and as a direct client has it. */
export interface OpenedEngine extends Filled {
  /** The rows of a statement, each cell as an answer's JSON has it for a column of that type. */
  readonly direct: (sql: string, types: readonly string[]) => Promise<readonly unknown[][]>;
}

/** The YAML of an endpoint for one engine. */
function specOf(engine: string, { params = {}, query, columns }: Omit<OwnCase, 'direct'>) {
  const declared = Object.entries(params).map(([name, [type]]) => {
    const required = type.endsWith('!');
    const key = type.includes('[]') ? 'list' : 'type';
    const of = type.replace(/[[\]!]/g, '');
    return [name, { [key]: of, ...(required ? { required } : {}) }] as const;
  });
  // JSON is YAML
  return [
    `params: ${JSON.stringify(Object.fromEntries(declared))}`,
    `query: ${JSON.stringify({ [engine]: query })}`,
    `columns: ${JSON.stringify(columns)}`,
  ].join('\n');
}

/** The query string that gives the parameters. */
function queryOf(params: OwnCase['params'] = {}): string {
  const given = Object.entries(params).flatMap(([name, [, text]]): [string, string][] =>
    [text ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(given).toString();
}

const typeOf = (declared: Declared) => (typeof declared === 'string' ? declared : 'text');

export function statementSuite(
  engine: string,
  cases: readonly OwnCase[],
  open: () => Promise<OpenedEngine>,
): void {
  describe(`own statements on ${engine}`, () => {
    let opened: OpenedEngine;
    let app: ReturnType<typeof asking>;
    const endpoints: Record<string, string> = {};
    cases.forEach((one, index) => {
      endpoints[`own.case-${index}`] = specOf(engine, one);
    });
    beforeAll(async () => {
      opened = await open();
      const manifest = manifestOf(SOURCES, endpoints, [engine]);
      app = asking(createApp({ manifest, engine: opened.engine, keys: null, log: () => {} }));
    });
    afterAll(async () => {
      app.close();
      await opened.close();
    });

    test('are sixty and more, each under a name of its own', () => {
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      expect(cases.length).toBeGreaterThanOrEqual(60);
    });

    test.each(cases.map((one, index) => [one.name, one, index] as const))(
      '%s',
      async (_, { params, columns, direct }, index) => {
        const names = Object.keys(columns);
        const types = Object.values(columns).map(typeOf);
        const rows = (await opened.direct(direct, types)).map(row => {
          expect(row).toHaveLength(names.length);
          return Object.fromEntries(names.map((name, at) => [name, row[at]]));
        });
        const response = await app.request(`/api/endpoints/own.case-${index}?${queryOf(params)}`);
        expect([response.status, await response.json()]).toEqual([200, { result: rows }]);
        // nothing is shown by a statement that finds nothing
        expect(rows.length).toBeGreaterThan(0);
      },
    );
  });
}
