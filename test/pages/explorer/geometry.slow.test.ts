/** Filters, an open range and figures, which the demo has none of: at two widths, nothing covers another or is cut. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import type { ListedEndpoint } from '../../../explorer/service/listing.ts';
import type { FilterOperator } from '../../../generator/core/plan/filters.ts';
import { column, param } from '../../service/server-fixture.ts';
import { ROOT } from '../../support/root.ts';
import { isAll } from '../../support/usually.ts';
import { LOOKS, launchBrowser } from '../browser.ts';
import { misplaced } from '../geometry.ts';
import { endpointWith, fakeService, type Opened, openPage, type Told } from './service.ts';

const PICTURES = isAll ? join(ROOT, '.quern/screenshots') : null;
const LIST = { minItems: 0, maxItems: 100 };
const LONG = 'a_parameter_with_quite_a_long_name_that_does_not_fit_anywhere';
const browser = await launchBrowser();

function filter(name: string, operator: FilterOperator, type: 'string' | 'int64' = 'string') {
  const written = operator === 'eq' ? name : `${name}__${operator}`;
  const several = operator === 'eq' ? { list: LIST } : {};
  return param(written, type, { filter: { name, operator }, ...several });
}

const ENDPOINT: Partial<ListedEndpoint> = {
  range: { from: 'start', to: 'end' },
  parameters: [
    param('project', 'string', { required: true, description: 'Whose rows.' }),
    param('interval', 'string', {
      type: 'enum',
      values: ['minutely', 'hourly', 'daily', 'weekly'],
      default: 'daily',
    }),
    param('start', 'timestamp', { type: 'timestamp' }),
    param('end', 'timestamp', { type: 'timestamp' }),
    param('window', 'int64', { type: 'duration', description: 'How long each window is.' }),
    param('levels', 'string', { list: LIST, type: 'enum', values: ['debug', 'info', 'error'] }),
    param(LONG, 'bool', { description: `${'Words that go on. '.repeat(8)}` }),
    filter('status', 'eq', 'int64'),
    filter('status', 'gte', 'int64'),
    filter('metadata.request.headers.user_agent', 'contains'),
    filter('path', 'starts_with'),
  ],
  columns: [
    column('requests', 'int64'),
    column('previous_requests', 'int64'),
    { ...column('a_figure_with_quite_a_long_name', 'float64'), unit: 'ms' },
    { ...column('share', 'float64'), unit: 'ratio' },
    column('bytes', 'int64'),
    column('words', 'string'),
  ],
};
const FIGURES = {
  requests: 1_234_567_890,
  previous_requests: 987_654_321,
  a_figure_with_quite_a_long_name: 1_234.567_89,
  share: 0.123_456,
  bytes: 9_007_199_254_740_991,
  words: 'Some words. '.repeat(40),
};
const FILTERED =
  '#/logs.all?project=abc&levels=debug&levels=error&status=200&status=404&status__gte=400&metadata.request.headers.user_agent__contains=Mozilla%2F5.0%20(X11%3B%20Linux%20x86_64)&path__starts_with=%2Fa&start=2026-01-15T00:00:00Z&end=2026-01-15T01:30:00Z';

/** The state, and the element that shows it. */
const STATES: Readonly<Record<string, { readonly told: Told; readonly sign: string }>> = {
  figures: { told: { rows: [FIGURES] }, sign: '.figure' },
  bars: {
    told: { rows: ['GET', 'POST', 'A word that has no end'].map(words => ({ ...FIGURES, words })) },
    sign: '.bar',
  },
  faults: {
    told: {
      faults: [
        { name: 'status__gte', message: '`status__gte` must be a whole number.' },
        { name: 'window', message: '`window` must be a length of time such as `15m`.' },
      ],
    },
    sign: '.filter .fault',
  },
};

const opened: Opened[] = [];
afterEach(async () => {
  const complaints = opened.flatMap(each => each.complaints);
  for (const each of opened.splice(0)) await each.close();
  expect(complaints).toEqual([]);
});
afterAll(() => browser?.close());

async function show(told: Told, sign: string, endpoint = ENDPOINT, hash = FILTERED): Promise<Page> {
  if (browser === null) throw new Error('there is no browser');
  const service = fakeService([endpointWith(endpoint)]);
  service.answer = () => told;
  const one = await openPage(browser, service.app, { hash });
  opened.push(one);
  await one.page.locator(sign).first().waitFor();
  return one.page;
}

describe.skipIf(browser === null)('filters with a range', () => {
  test.each(Object.entries(STATES))('and %s', async (name, { told, sign }) => {
    const page = await show(told, sign);
    expect(await page.locator('.filter').count()).toBe(4);
    for (const [width, theme] of LOOKS) {
      await page.setViewportSize({ width, height: 820 });
      await page.emulateMedia({ colorScheme: theme });
      expect({ width, found: await misplaced(page) }).toEqual({ width, found: [] });
      const heights = await page
        .locator('.figure-value')
        .evaluateAll(all => all.map(one => one.getBoundingClientRect().height));
      // pixels: none needs a second line
      expect(Math.max(0, ...heights)).toBeLessThan(40);
      if (PICTURES === null) continue;
      mkdirSync(PICTURES, { recursive: true });
      const path = join(PICTURES, `filters-${name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  });

  it('would be found where one covers another, is cut, or stands outside', async () => {
    const page = await show(STATES['figures']?.told ?? {}, '.figure');
    const breaking = async (selector: string, property: string, value: string) => {
      const set = `document.querySelector('${selector}').style`;
      await page.evaluate(`${set}.${property} = '${value}'`);
      const [found] = await misplaced(page);
      await page.evaluate(`${set}.${property} = ''`);
      return found ?? '';
    };
    expect(await breaking('.filter button', 'marginLeft', '-200px')).toContain('covers');
    expect(await breaking('h1', 'marginLeft', '-2000px')).toContain('outside: h1');
    await page.evaluate(`document.querySelector('h1').style.overflow = 'hidden'`);
    expect(await breaking('h1', 'width', '10px')).toContain('cut: h1');
    expect(await misplaced(page)).toEqual([]);
  });
});

const OUTCOMES = ['succeeded', 'failed', 'timed_out', 'were_throttled', 'had_a_cold_start'];
const PHONE = { width: 390, height: 820 };

describe.skipIf(browser === null)('rows on a phone', () => {
  it('have the whole legend of a chart with five series', async () => {
    const names = OUTCOMES.map(outcome => `invocations_that_${outcome}`);
    const rows = Array.from({ length: 24 }, (_, hour) => ({
      hour: new Date(Date.UTC(2026, 0, 15, hour)).toISOString(),
      ...Object.fromEntries(names.map((name, at) => [name, 1_000 * at + 37 * hour])),
    }));
    const columns = [column('hour', 'timestamp'), ...names.map(name => column(name, 'int64'))];
    const page = await show({ rows }, '.legend', { columns }, '#/logs.all?project=abc');
    await page.setViewportSize(PHONE);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await page.locator('.legend-label').allTextContents()).toEqual(names);
      const hidden = await page
        .locator('.legend, .legend-label')
        .evaluateAll(all =>
          all.map(one =>
            Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth),
          ),
        );
      // pixels
      expect(hidden).toEqual(hidden.map(() => 0));
      expect(await misplaced(page)).toEqual([]);
    }
  });

  it('have a folded value on the line of its name', async () => {
    const columns = [column('id', 'int64'), column('metadata', 'json')];
    const metadata = { request: { headers: { host: 'a.b' } }, cells: [1, 2] };
    const rows = [1, 2].map(id => ({ id, metadata }));
    const page = await show({ rows }, '.result', { columns }, '#/logs.all?project=abc');
    await page.setViewportSize(PHONE);
    await page.locator('.card').first().click();
    const texts = page.locator('.drawer .node-name, .drawer .node-value:not(:empty)');
    await expect.poll(() => texts.allTextContents()).toContain('{"host":"a.b"}');
    const tops = await page.locator('.drawer .node').evaluateAll(nodes =>
      nodes.map(node =>
        [...node.querySelectorAll('.node-name, .node-value:not(:empty)')].map(one => {
          const text = one.ownerDocument.createRange();
          text.selectNode([...one.childNodes].find(({ nodeType }) => nodeType === 3) ?? one);
          return text.getBoundingClientRect().top;
        }),
      ),
    );
    expect(tops.filter(({ length }) => length === 2).length).toBeGreaterThan(2);
    for (const [name, value = name] of tops) expect(value).toBe(name);
  });
});
