/**
 * Typical questions about a session export of web analytics: hits in sessions, products and dimensions in hits. Each engine's rows equal
 * what is computed from the sessions here.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGivenValues } from '../../cli/asked.ts';
import type { Analyser } from '../../engines/analyser.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { createBinder } from '../../server/answers/bind.ts';
import { rowsWriter } from '../../server/answers/cells/decode.ts';
import { declaredRows } from '../../server/answers/cells/own-rows.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { KITS } from '../engines/index.ts';
import type { Served } from '../engines/kit.ts';
import { tablesOfSources } from '../equality/tables.ts';
import { ALL_DIALECTS, compileTexts, openTestAnalyser } from './texts.ts';

const SOURCES = `
sources:
  sessions:
    tables:
      bigquery: { table: ga.sessions }
      duckdb: { table: sessions }
      clickhouse: { table: sessions }
    columns:
      visitId: { type: int64, required: true }
      fullVisitorId: { type: string, required: true }
      date: { type: string, required: true }
      totals: { record: { visits: int64, hits: int64 } }
      trafficSource: { record: { source: string, medium: string } }
      customDimensions: { list: { record: { index: int64, value: string } } }
      hits:
        list:
          record:
            hitNumber: { type: int64, required: true }
            type: string
            isEntrance: bool
            page: { record: { pagePath: string, pageTitle: string } }
            transaction: { record: { transactionId: string, transactionRevenue: int64 } }
            eCommerceAction: { record: { action_type: string, step: int64 } }
            customDimensions: { list: { record: { index: int64, value: string } } }
            product:
              list:
                record:
                  productSKU: { type: string, required: true }
                  v2ProductName: string
                  productQuantity: int64
                  productRevenue: int64
                  isImpression: bool
                  customDimensions: { list: { record: { index: int64, value: string } } }
`;

// ---- sessions -------------------------------------------------------------------------------------------------------

const NAMES = ['Mug', 'Shirt', 'Pen', 'Bag', 'Cap'];
const ACTIONS = ['0', '1', '2', '3', '5', '6'];

/** A number that looks random, from 0 to `below`. */
const drawn = (below: number, ...of: readonly number[]) =>
  of.reduce((hash, one) => (Math.imul(hash ^ one, 2_654_435_761) >>> 3) + one, 17) % below;

const dimensions = (...seed: readonly number[]) =>
  [1, 4, 7]
    .filter(index => drawn(3, index, ...seed) > 0)
    .map(index => ({
      index,
      value: drawn(5, index, 9, ...seed) === 0 ? null : `d${drawn(3, ...seed, index)}`,
    }));

function product(...seed: readonly number[]) {
  const at = drawn(5, ...seed);
  const isBought = drawn(3, 1, ...seed) > 0;
  return {
    productSKU: `sku${at}`,
    v2ProductName: drawn(7, 2, ...seed) === 0 ? null : (NAMES[at] ?? null),
    productQuantity: isBought ? 1 + drawn(3, 3, ...seed) : null,
    productRevenue: isBought ? 1_000_000 * (1 + drawn(40, 4, ...seed)) : null,
    isImpression: drawn(4, 5, ...seed) === 0 ? null : !isBought,
    customDimensions: dimensions(6, ...seed),
  };
}

function hit(session: number, n: number) {
  const action = ACTIONS[drawn(ACTIONS.length, session, n, 1)] ?? '0';
  const isSale = action === '6';
  return {
    hitNumber: n + 1,
    type: drawn(3, session, n, 2) === 0 ? 'EVENT' : 'PAGE',
    isEntrance: n === 0 ? true : null,
    page:
      drawn(6, session, n, 3) === 0
        ? null
        : { pagePath: `/p${drawn(4, session, n, 4)}`, pageTitle: null },
    transaction: isSale
      ? { transactionId: `t${session}-${n}`, transactionRevenue: 5_000_000 * (n + 1) }
      : null,
    eCommerceAction: { action_type: action, step: drawn(2, session, n, 5) === 0 ? null : 1 },
    customDimensions: dimensions(session, n),
    product: Array.from({ length: drawn(4, session, n, 6) }, (_, i) => product(session, n, i)),
  };
}

const SESSIONS = Array.from({ length: 40 }, (_, i) => ({
  visitId: i,
  fullVisitorId: `v${drawn(12, i, 1)}`,
  date: `201708${String(1 + drawn(5, i, 2)).padStart(2, '0')}`,
  totals:
    drawn(8, i, 3) === 0 ? null : { visits: drawn(5, i, 4) === 0 ? null : 1, hits: drawn(9, i, 5) },
  trafficSource:
    drawn(9, i, 6) === 0
      ? null
      : {
          source: ['google', '(direct)', 'mail'][drawn(3, i, 7)] ?? '',
          medium: drawn(2, i, 8) === 0 ? null : 'organic',
        },
  customDimensions: dimensions(i),
  // no hits, and as many as eight
  hits: Array.from({ length: drawn(9, i, 9) }, (_, n) => hit(i, n)),
}));
type Hit = (typeof SESSIONS)[number]['hits'][number];

const HITS = SESSIONS.flatMap(session => session.hits.map(one => ({ session, hit: one })));
const PRODUCTS = HITS.flatMap(row =>
  row.hit.product.map((one, place) => ({ ...row, product: one, place })),
);

const sum = (values: readonly (number | null)[]) => {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
};
const isSale = ({ eCommerceAction }: Hit) => eCommerceAction.action_type === '6';
const distinct = (values: readonly unknown[]) => new Set(values).size;

function grouped<Row, Key extends string | number | null>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly (readonly [Key, readonly Row[]])[] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  // NULL is first
  return [...groups].toSorted(([a], [b]) =>
    a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1,
  );
}

// ---- questions ------------------------------------------------------------------------------------------------------

interface Question {
  readonly sql: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const boughtBy = (sku: string) =>
  new Set(
    PRODUCTS.filter(({ hit, product }) => isSale(hit) && product.productSKU === sku).map(
      ({ session }) => session.fullVisitorId,
    ),
  );

const QUESTIONS: Readonly<Record<string, Question>> = {
  'revenue of products by source': {
    sql: `SELECT trafficSource.source AS source, p.v2ProductName AS name, SUM(p.productQuantity) AS quantity,
        SUM(p.productRevenue) / 1000000 AS revenue, COUNT(DISTINCT fullVisitorId) AS visitors
      FROM \`ga.sessions\`, UNNEST(hits) AS h, UNNEST(h.product) AS p
      WHERE h.eCommerceAction.action_type = '6' AND p.productRevenue IS NOT NULL
      GROUP BY source, name ORDER BY source, name`,
    rows: grouped(
      PRODUCTS.filter(({ hit, product }) => isSale(hit) && product.productRevenue !== null),
      ({ session }) => session.trafficSource?.source ?? null,
    ).flatMap(([source, rows]) =>
      grouped(rows, ({ product }) => product.v2ProductName).map(([name, group]) => ({
        source,
        name,
        quantity: sum(group.map(({ product }) => product.productQuantity)),
        revenue: (sum(group.map(({ product }) => product.productRevenue)) ?? 0) / 1_000_000,
        visitors: distinct(group.map(({ session }) => session.fullVisitorId)),
      })),
    ),
  },
  'a funnel by the type of the action': {
    sql: `SELECT h.eCommerceAction.action_type AS action, COUNT(DISTINCT visitId) AS sessions, COUNT(*) AS hits,
        SUM(ARRAY_LENGTH(h.product)) AS products
      FROM \`ga.sessions\` AS s, UNNEST(s.hits) AS h
      WHERE h.eCommerceAction.action_type IN ('2', '3', '5', '6') GROUP BY action ORDER BY action`,
    rows: grouped(
      HITS.filter(({ hit }) => ['2', '3', '5', '6'].includes(hit.eCommerceAction.action_type)),
      ({ hit }) => hit.eCommerceAction.action_type,
    ).map(([action, rows]) => ({
      action,
      sessions: distinct(rows.map(({ session }) => session.visitId)),
      hits: rows.length,
      products: sum(rows.map(({ hit }) => hit.product.length)),
    })),
  },
  'a funnel of each session': {
    sql: `SELECT visitId, EXISTS (SELECT 1 FROM UNNEST(hits) WHERE eCommerceAction.action_type = '2') AS viewed,
        (SELECT COUNT(*) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.eCommerceAction.action_type = '3' AND NOT p.isImpression) AS added,
        (SELECT SUM(p.productRevenue) FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.eCommerceAction.action_type = '6') AS revenue,
        (SELECT MAX(h.transaction.transactionRevenue) FROM UNNEST(hits) AS h WHERE EXISTS (SELECT 1 FROM UNNEST(h.product) AS p WHERE p.productQuantity > h.hitNumber)) AS most
      FROM \`ga.sessions\` ORDER BY visitId`,
    rows: SESSIONS.map(({ visitId, hits }) => {
      const products = (action: string) =>
        hits.filter(one => one.eCommerceAction.action_type === action).flatMap(one => one.product);
      const large = hits.filter(one =>
        one.product.some(({ productQuantity }) => (productQuantity ?? 0) > one.hitNumber),
      );
      const revenues = large.flatMap(one => one.transaction?.transactionRevenue ?? []);
      return {
        visitId,
        viewed: hits.some(one => one.eCommerceAction.action_type === '2'),
        added: products('3').filter(({ isImpression }) => isImpression === false).length,
        revenue: sum(products('6').map(({ productRevenue }) => productRevenue)),
        most: revenues.length === 0 ? null : Math.max(...revenues),
      };
    }),
  },
  'products bought by those who bought another': {
    sql: `WITH buyers AS (
        SELECT DISTINCT fullVisitorId FROM \`ga.sessions\`, UNNEST(hits) AS h, UNNEST(h.product) AS p
        WHERE h.eCommerceAction.action_type = '6' AND p.productSKU = 'sku1'
      )
      SELECT p.productSKU AS sku, COUNT(*) AS times, COUNT(DISTINCT s.fullVisitorId) AS buyers
      FROM \`ga.sessions\` AS s, UNNEST(s.hits) AS h, UNNEST(h.product) AS p
      WHERE s.fullVisitorId IN (SELECT fullVisitorId FROM buyers) AND h.eCommerceAction.action_type = '6' AND p.productSKU != 'sku1'
      GROUP BY sku ORDER BY times DESC, sku`,
    rows: grouped(
      PRODUCTS.filter(
        ({ session, hit, product }) =>
          boughtBy('sku1').has(session.fullVisitorId) &&
          isSale(hit) &&
          product.productSKU !== 'sku1',
      ),
      ({ product }) => product.productSKU,
    )
      .map(([sku, rows]) => ({
        sku,
        times: rows.length,
        buyers: distinct(rows.map(({ session }) => session.fullVisitorId)),
      }))
      .toSorted((a, b) => b.times - a.times),
  },
  'dimensions by their index': {
    sql: `SELECT visitId, h.hitNumber, (SELECT value FROM UNNEST(s.customDimensions) WHERE index = 4) AS ofSession,
        (SELECT value FROM UNNEST(h.customDimensions) WHERE index = 4) AS ofHit,
        (SELECT MAX(IF(index = 7, value, NULL)) FROM UNNEST(h.customDimensions)) AS other,
        (SELECT COUNT(*) FROM UNNEST(h.product) AS p WHERE EXISTS (SELECT 1 FROM UNNEST(p.customDimensions) WHERE index = 1 AND value = 'd1')) AS products
      FROM \`ga.sessions\` AS s LEFT JOIN UNNEST(s.hits) AS h ORDER BY visitId, h.hitNumber`,
    rows: SESSIONS.flatMap((session): Question['rows'] => {
      const found = (all: ReturnType<typeof dimensions>, index: number) =>
        all.find(one => one.index === index)?.value ?? null;
      const ofSession = found(session.customDimensions, 4);
      const { visitId } = session;
      const none = { visitId, hitNumber: null, ofSession, ofHit: null, other: null, products: 0 };
      if (session.hits.length === 0) return [none];
      return session.hits.map(one => ({
        visitId,
        hitNumber: one.hitNumber,
        ofSession,
        ofHit: found(one.customDimensions, 4),
        other: found(one.customDimensions, 7),
        products: one.product.filter(each => found(each.customDimensions, 1) === 'd1').length,
      }));
    }),
  },
  'pages, and places of products, without those of the first hit': {
    sql: `SELECT visitId, i, h.page.pagePath AS path, j, p.productSKU AS sku, d.value AS dimension
      FROM \`ga.sessions\`, UNNEST(hits) AS h WITH OFFSET AS i LEFT JOIN UNNEST(h.product) AS p WITH OFFSET AS j
        LEFT JOIN UNNEST(p.customDimensions) AS d ON d.index = 1
      WHERE i > 0 ORDER BY visitId, i, j`,
    rows: HITS.filter(({ hit }) => hit.hitNumber > 1).flatMap(
      ({ session, hit }): Question['rows'] => {
        const known = {
          visitId: session.visitId,
          i: hit.hitNumber - 1,
          path: hit.page?.pagePath ?? null,
        };
        if (hit.product.length === 0) return [{ ...known, j: null, sku: null, dimension: null }];
        return hit.product.map((one, j) => {
          const dimension = one.customDimensions.find(({ index }) => index === 1)?.value ?? null;
          return { ...known, j, sku: one.productSKU, dimension };
        });
      },
    ),
  },
  'whole hits that sold, with their products': {
    sql: `SELECT visitId, ARRAY(SELECT h FROM UNNEST(hits) AS h WHERE h.eCommerceAction.action_type = '6') AS sales,
        ARRAY(SELECT p.productSKU FROM UNNEST(hits) AS h, UNNEST(h.product) AS p WHERE h.type = 'PAGE') AS skus
      FROM \`ga.sessions\` ORDER BY visitId`,
    rows: SESSIONS.map(({ visitId, hits }) => ({
      visitId,
      sales: hits.filter(isSale).map(one => ({ ...one, eCommerceAction: one.eCommerceAction })),
      skus: hits
        .filter(({ type }) => type === 'PAGE')
        .flatMap(one => one.product.map(({ productSKU }) => productSKU)),
    })),
  },
};

const named = (title: string) => `questions.${title.replace(/[^a-z]+/g, '-')}`;
const FILES = [
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  ...Object.entries(QUESTIONS).map(([title, { sql }], i) => ({
    path: `endpoints/${named(title)}.yaml`,
    bytes: `endpoint: ${named(title)}\nid: 00000000-0000-4000-8000-0000000e5e0${i}\nquery: |\n  ${sql.replaceAll('\n', '\n  ')}\n`,
  })),
];

let analyser: Analyser;
let served: Catalogue<WholeEndpoint>;
const engines = new Map<string, Served>();
beforeAll(async () => {
  analyser = await openTestAnalyser();
  const { compilation, diagnostics } = await compileTexts(FILES, analyser);
  expect(renderDiagnostics(diagnostics)).toBe('');
  served = catalogue(manifestOf(compilation));
  const whole = JSON.parse(JSON.stringify(SESSIONS), (_, value: unknown) =>
    typeof value === 'number' ? BigInt(value) : value,
  );
  for (const name of ALL_DIALECTS) {
    const kit = KITS.get(name);
    if (kit === undefined) throw new Error(`no test engine runs ${name}`);
    const tables = tablesOfSources(compilation.project, name, { sessions: whole });
    engines.set(name, await kit.service.open(tables, { concurrency: 1 }));
  }
});
afterAll(async () => {
  await analyser?.close();
  for (const { close } of engines.values()) await close();
});

async function answer(title: string, dialect: string): Promise<unknown> {
  const endpoint = served.byName.get(named(title));
  const statements = endpoint?.engines[dialect];
  const on = engines.get(dialect);
  if (endpoint === undefined || statements === undefined || on === undefined)
    throw new Error(`no ${title} on ${dialect}`);
  const values = readGivenValues(endpoint, [], 'reject');
  const statement = createBinder(statements, endpoint)(values, 0n);
  const result = await on.engine.run(statement, {
    maxRows: endpoint.maxRows + 1,
    maxBytes: 10_000_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    label: { endpoint: endpoint.name, request: 'test' },
  });
  return JSON.parse(rowsWriter(endpoint.columns)(declaredRows(endpoint, result)));
}

it.each(Object.entries(QUESTIONS))('%s', async (title, { rows }) => {
  expect(rows.length).toBeGreaterThan(2);
  for (const dialect of ALL_DIALECTS) expect(await answer(title, dialect), dialect).toEqual(rows);
});
