/** Texts in GoogleSQL as endpoints: their diagnostics, and a folder of saved queries as the service answers it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGivenValues } from '../../cli/asked.ts';
import type { Analyser } from '../../engines/analyser.ts';
import type { RunLimits } from '../../engines/engine.ts';
import type { Compiled } from '../../generator/compile.ts';
import { isError, renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { savedText } from '../../generator/params/list.ts';
import { createBinder, readSegmentText } from '../../server/answers/bind.ts';
import { rowsWriter } from '../../server/answers/cells/decode.ts';
import { declaredRows } from '../../server/answers/cells/own-rows.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { savedQuery } from '../../server/http/endpoints/listing.ts';
import { KITS } from '../engines/index.ts';
import type { Served } from '../engines/kit.ts';
import { tablesOfSources } from '../equality/tables.ts';
import { clauseFiles } from '../pages/docs-examples.ts';
import { type Fence, fences, readPage, withFences } from '../pages/docs-markdown.ts';
import { CALLS, FUNCTION_SOURCES } from './functions.ts';
import {
  BIGQUERY_ALONE,
  NAMES,
  type Request,
  requestsOf,
  savedFiles,
  savedRows,
  textOfFile,
} from './saved.ts';
import {
  LIST_PARAMS,
  LISTS,
  PROVEN,
  SCOPED,
  SCOPED_BY,
  SCOPED_PARAMS,
  TWO_PARAMS,
  UNPROVEN,
} from './scope.ts';
import { REFUSED_SCRIPTS, SCRIPTS } from './scripts.ts';
import { ALL_DIALECTS, compileTexts, openTestAnalyser } from './texts.ts';

const OTHERS = ['duckdb', 'clickhouse'];
const NOW = BigInt(Date.now()) * 1000n;

let analyser: Analyser;
let compiled: Compiled;
let served: Catalogue<WholeEndpoint>;
const engines = new Map<string, Served>();

beforeAll(async () => {
  analyser = await openTestAnalyser();
  compiled = await compileTexts(savedFiles(), analyser);
  served = catalogueOf(compiled);
  for (const name of ALL_DIALECTS) {
    const tables = tablesOfSources(compiled.compilation.project, name, savedRows(NOW));
    const kit = KITS.get(name);
    if (kit === undefined) throw new Error(`no test engine runs ${name}`);
    engines.set(name, await kit.service.open(tables, { concurrency: 2 }));
  }
});
afterAll(async () => {
  await analyser?.close();
  for (const { close } of engines.values()) await close();
});

function catalogueOf({ compilation }: Compiled): Catalogue<WholeEndpoint> {
  return catalogue(manifestOf(compilation));
}

/** The rows of a request as the service answers them. */
async function answer(
  name: string,
  dialect: string,
  given: Request,
  { byName } = served,
): Promise<unknown> {
  const endpoint = byName.get(name);
  const engine = endpoint?.engines[dialect];
  const on = engines.get(dialect);
  if (endpoint === undefined || engine === undefined || on === undefined)
    throw new Error(`no ${name} on ${dialect}`);
  const pairs = Object.entries(given).flatMap(([name, texts]) =>
    [texts].flat().map(value => ({ name, value })),
  );
  const values = readGivenValues(endpoint, pairs, 'reject');
  const statement = createBinder(engine, endpoint)(values, NOW);
  const result = await on.engine.run(statement, limitsOf(name, endpoint.maxRows + 1));
  return JSON.parse(rowsWriter(endpoint.columns)(declaredRows(endpoint, result)));
}

function limitsOf(endpoint: string, maxRows: number): RunLimits {
  return {
    maxRows,
    maxBytes: 10_000_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    label: { endpoint, request: 'test' },
  };
}

describe('a folder of saved queries', () => {
  it('becomes endpoints without a change to its texts', () => {
    expect(renderDiagnostics(compiled.diagnostics)).toBe('');
    expect(compiled.compilation.endpoints.map(({ endpoint }) => endpoint.name)).toEqual(NAMES);
    expect(NAMES.length).toBeGreaterThanOrEqual(30);
  });

  it('is listed as its authors wrote it', () => {
    for (const name of NAMES.filter(name => BIGQUERY_ALONE[name] === undefined)) {
      const endpoint = served.byName.get(name);
      if (endpoint === undefined) throw new Error(`no ${name}`);
      const record = savedQuery(
        endpoint.definition,
        { running: 'duckdb', googleSql: 'bigquery' },
        null,
      );
      expect(record).toMatchObject({ query: textOfFile(name), query_engine: 'bigquery' });
    }
  });

  it('names at its place what is for BigQuery alone', async () => {
    const { diagnostics } = await compileTexts(savedFiles({}), analyser);
    const found = diagnostics.map(({ place }) => place.source.file.replace(/^.*\/|\.sql$/g, ''));
    expect(found.filter(name => BIGQUERY_ALONE[name] === undefined)).toEqual([]);
    expect(diagnostics.every(({ code }) => code === 'untranslatable-sql')).toBe(true);
  });

  it.each(NAMES)('%s answers the same on every engine', async name => {
    let filled = 0;
    for (const request of requestsOf(name, NOW)) {
      const expected = await answer(name, 'bigquery', request);
      for (const dialect of OTHERS.filter(() => BIGQUERY_ALONE[name] === undefined))
        expect(
          await answer(name, dialect, request),
          `${dialect} ${JSON.stringify(request)}`,
        ).toEqual(expected);
      if (Array.isArray(expected) && expected.length > 0) filled += 1;
    }
    expect(filled).toBeGreaterThan(0);
  });
});

describe('the saved query', () => {
  /** Its parameters are texts; its rows are of the engine's own types. */
  const savedAnswer = async (name: string, dialect: string, given: Request) => {
    const endpoint = served.byName.get(name);
    const engine = endpoint?.engines[dialect];
    const on = engines.get(dialect);
    if (endpoint === undefined || engine === undefined || on === undefined)
      throw new Error(`no ${name} on ${dialect}`);
    const sql = engine.saved.sql.map(segment => readSegmentText(engine, segment)).join('');
    const values = engine.saved.bind.map(({ name: param }) => {
      const texts = given[param];
      const value = texts === undefined ? null : savedText(texts);
      return { name: param, scalar: 'string' as const, value };
    });
    const result = await on.engine.run({ sql, values, isOwn: true }, limitsOf(name, 10_000));
    return JSON.parse(rowsWriter(endpoint.columns)(declaredRows(endpoint, result)));
  };

  it.each(NAMES.filter(name => BIGQUERY_ALONE[name] === undefined))(
    '%s answers what the service does',
    async name => {
      for (const dialect of OTHERS) {
        for (const request of requestsOf(name, NOW))
          expect(
            await savedAnswer(name, dialect, request),
            `${dialect} ${JSON.stringify(request)}`,
          ).toEqual(await answer(name, dialect, request));
      }
    },
  );

  it.each(OTHERS)('finds nothing where the service refuses the request, on %s', async dialect => {
    expect(await savedAnswer('edge.by-status-class', dialect, {})).toEqual([]);
    const since = { project: 'one', since: 'yesterday' };
    expect(await savedAnswer('edge.by-status-class', dialect, since)).toEqual([]);
    expect(
      await savedAnswer('usage.api-counts', dialect, { project: 'one', interval: 'x' }),
    ).toEqual([]);
  });
});

const compiledText = (text: string) => {
  const endpoint = `endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nparams: { p: { type: string, required: true } }\nquery: |\n  ${text}\n`;
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: FUNCTION_SOURCES },
    { path: 'endpoints/a.yaml', bytes: endpoint },
  ];
  return compileTexts(inputs, analyser);
};

/** Compares the rows of a text on every engine with those that BigQuery answers to another text. */
async function comparedWith(text: string, plainText: string): Promise<void> {
  const [made, plain] = [await compiledText(text), await compiledText(plainText)];
  expect(renderDiagnostics(made.diagnostics)).toBe('');
  expect(renderDiagnostics(plain.diagnostics)).toBe('');
  const expected = await answer('a', 'bigquery', { p: 'one' }, catalogueOf(plain));
  expect(expected).not.toEqual([]);
  for (const dialect of ALL_DIALECTS)
    expect(await answer('a', dialect, { p: 'one' }, catalogueOf(made)), dialect).toEqual(expected);
}

describe('functions of a team', () => {
  it.each(CALLS)('stand in place of their calls: %s', comparedWith);

  it('are refused where they are called', async () => {
    const text = 'SELECT id, sounds(event_message) AS s FROM postgres_logs WHERE project = @p';
    const { diagnostics } = await compiledText(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['untranslatable-sql']);
    const [{ place, message } = { place: null, message: '' }] = diagnostics;
    expect(message).toBe('The function SOUNDEX cannot be translated');
    expect(place?.source.text.slice(place.start, place.end)).toBe('event_message');
  });

  it('take what their arguments say', async () => {
    const text = 'SELECT is_short(project, id) AS s FROM postgres_logs WHERE project = @p';
    const { diagnostics } = await compiledText(text);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'type-mismatch `IS_SHORT` does not take STRING and STRING',
    ]);
  });
});

describe('parameters that count rows', () => {
  const diagnosed = async (param: string, clause: string) => {
    const endpoint = `endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nparams: { p: { type: string, required: true }, n: ${param} }\nquery: |\n  SELECT id FROM postgres_logs WHERE project = @p ORDER BY id ${clause}\n`;
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: FUNCTION_SOURCES },
      { path: 'endpoints/a.yaml', bytes: endpoint },
    ];
    return (await compileTexts(inputs, analyser)).diagnostics;
  };

  it.each([
    ['{ type: int64, min: 0 }', 'LIMIT @n', 'LIMIT'],
    ['{ type: int64, default: 5 }', 'LIMIT @n', 'LIMIT'],
    ['{ type: int64, min: -1, required: true }', 'LIMIT 5 OFFSET @n', 'OFFSET'],
  ])('%s does not fit %s', async (param, clause, word) => {
    const [only, ...more] = await diagnosed(param, clause);
    expect(more).toEqual([]);
    expect(only?.message).toBe(
      `\`@n\` in ${word}, which may be absent or negative, cannot be translated`,
    );
    expect(only?.hint).toMatch(/^Give `n` a minimum of 0 and a default, or /);
    expect(only?.place.source.text.slice(only.place.start, only.place.end)).toBe('@n');
  });

  it.each(['{ type: int64, min: 0, required: true }', '{ type: int64, min: 1, default: 5 }'])(
    '%s fits both clauses',
    async param => {
      expect(renderDiagnostics(await diagnosed(param, 'LIMIT @n OFFSET @n'))).toBe('');
    },
  );
});

describe('parameters as units, zones and patterns', () => {
  const refusedAs = async (param: string, value: string) => {
    const endpoint = `endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nparams: { p: { type: string, required: true }, n: ${param} }\nquery: |\n  SELECT id, ${value} AS v FROM postgres_logs WHERE project = @p ORDER BY id\n`;
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: FUNCTION_SOURCES },
      { path: 'endpoints/a.yaml', bytes: endpoint },
    ];
    const { diagnostics } = await compileTexts(inputs, analyser);
    return diagnostics.map(({ message, hint }) => `${message}. ${hint}`);
  };

  it.each([
    ['{ type: int64, min: 0, default: 5 }', 'TIMESTAMP_ADD(@now, INTERVAL @n DAY)'],
    ['{ type: int64, min: 0, max: 1000 }', 'TIMESTAMP_SUB(@now, INTERVAL @n DAY)'],
    ['{ type: int64, min: 0, max: 40000, default: 5 }', 'TIMESTAMP_SUB(@now, INTERVAL @n DAY)'],
    ['{ type: int64, min: -1201, max: 0, default: 0 }', 'DATE_ADD(DATE(@now), INTERVAL @n MONTH)'],
    ['{ type: string, required: true }', 'TIMESTAMP_TRUNC(@now, DAY, @n)'],
    ['{ type: timezone }', 'DATE(@now, @n)'],
    ['{ type: string, required: true }', "REGEXP_CONTAINS('a', @n)"],
    ['{ type: regex }', "REGEXP_CONTAINS('a', @n)"],
  ])('%s does not fit %s', async (param, value) => {
    const [only = '', ...more] = await refusedAs(param, value);
    expect(more).toEqual([]);
    expect(only).toMatch(/ of these arguments cannot be translated\. Write .*`@\w+`/);
  });
});

describe('scripts', () => {
  it.each(SCRIPTS)('%s', async (_, script, plain) => {
    await comparedWith(script, plain);
  });

  it.each(REFUSED_SCRIPTS)(
    'are refused at the place of the fault: %s',
    async (script, said, at) => {
      const { diagnostics } = await compiledText(script);
      expect(diagnostics.map(({ message }) => message)).toEqual([said]);
      const marked = diagnostics.map(({ place }) =>
        place.source.text.slice(place.start, place.end),
      );
      if (at !== null) expect(marked).toEqual([at]);
    },
  );
});

describe('scope', () => {
  const compiledText = async (text: string, params = SCOPED_PARAMS) => {
    const endpoint = `endpoint: a\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n${params}query: |\n  ${text}\n`;
    const inputs = [
      { path: 'endpoints/sources.yaml', bytes: SCOPED },
      { path: 'endpoints/a.yaml', bytes: endpoint },
    ];
    return { endpoint, ...(await compileTexts(inputs, analyser)) };
  };

  it.each(PROVEN)('is proven by %s', async (_, text) => {
    const { diagnostics, compilation } = await compiledText(text);
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(compilation.endpoints.length).toBe(1);
  });

  it.each(UNPROVEN)('is not proven by %s', async (_, text, tables) => {
    const { endpoint, diagnostics } = await compiledText(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(tables.map(() => 'unscoped-read'));
    const marked = diagnostics.map(({ place }) => endpoint.slice(place.start, place.end));
    expect(marked).toEqual(tables);
    const open = await compiledText(`${text}\nunscoped: true`);
    expect(renderDiagnostics(open.diagnostics)).toBe('');
  });

  it.each(LISTS)('takes a list only where many tenants are allowed: %s', async (text, expected) => {
    const { diagnostics, compilation } = await compiledText(text, LIST_PARAMS);
    const isHeld = expected !== null;
    expect(diagnostics.map(({ code }) => code)).toEqual(isHeld ? [] : ['unscoped-read']);
    const scopedBy =
      compilation.endpoints.length === 0 ? null : manifestOf(compilation).endpoints[0]?.scopedBy;
    expect(scopedBy).toEqual(expected);
  });

  it.each(SCOPED_BY)('names the parameters that prove %s', async (text, expected) => {
    const { diagnostics, compilation } = await compiledText(
      text.replace(/\n\s*/g, ' '),
      TWO_PARAMS,
    );
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(manifestOf(compilation).endpoints[0]?.scopedBy).toEqual(expected);
  });
});

describe('the pages of diagnostics', () => {
  const codes = ['untranslatable-sql', 'sql-not-known', 'duplicate-column'];

  it.each(codes)('%s shows it, and what is right', async code => {
    const blocks = (page: string, info: string) => fences(page).filter(one => one.info === info);
    const shown = async (page: string, info: string) => {
      const inputs = clauseFiles(blocks(page, info).map(({ text }) => text));
      return (await compileTexts(inputs, analyser)).diagnostics;
    };
    const before = readFileSync(`docs/diagnostics/${code}.md`, 'utf8');
    const told = await shown(before, 'yaml wrong');
    expect(told.filter(isError).map(one => one.code)).toEqual([code]);
    const page = readPage(`docs/diagnostics/${code}.md`, text => {
      const [fence] = blocks(text, 'text message');
      if (fence === undefined) return text;
      return withFences(text, new Map<Fence, string>([[fence, renderDiagnostics(told)]]));
    });
    expect(blocks(page, 'text message').map(({ text }) => text)).toEqual([renderDiagnostics(told)]);
    expect(renderDiagnostics(await shown(page, 'yaml right'))).toBe('');
  });
});
