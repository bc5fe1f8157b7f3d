import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { awaitStillness, LOOKS, launchBrowser } from '../browser.ts';
import { type Given, type HarnessWindow, openHarness, serveHarness } from './harness.ts';
import * as hostile from './hostile.ts';
import * as samples from './samples.ts';

const browser = await launchBrowser();
const served = browser === null ? null : await serveHarness();
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** The findings of axe, in words. */
async function faultsOf(page: Page): Promise<unknown> {
  await awaitStillness(page);
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

function callsOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const kept = (globalThis as unknown as HarnessWindow).calls;
    return JSON.parse(JSON.stringify(kept));
  });
}

/** Pixels by which the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

const VIEWS: Readonly<Record<string, Given>> = {
  chart: samples.chartSample(),
  groups: samples.groupSample(),
  previous: samples.previousSample(),
  figures: samples.figuresSample(),
  bars: samples.barsSample(),
  heatmap: samples.cohortSample(),
  compared: samples.comparedSample(),
  log: samples.logSample(),
  table: samples.tableSample(),
};

describe.skipIf(browser === null)('rows in a browser', () => {
  const opened: { page: Page; complaints: string[] }[] = [];
  afterEach(async () => {
    for (const { page, complaints } of opened.splice(0)) {
      await page.context().close();
      expect(complaints).toEqual([]);
    }
  });
  async function open(width = 1280, colorScheme: 'light' | 'dark' = 'light') {
    if (browser === null || served === null) throw new Error('there is no browser');
    const made = await openHarness(browser, served.address, width, colorScheme);
    opened.push(made);
    return made;
  }
  const rowsOf = (page: Page): Locator => page.locator('tbody tr:not(.filler)');
  const column = (page: Page, at: number) =>
    page.locator(`tbody tr:not(.filler) td:nth-child(${at})`).allTextContents();

  it.each(LOOKS)(
    'are shown by the view that fits, at %d pixels in %s, without a fault of access',
    async (width, theme) => {
      const { page, show } = await open(width, theme);
      for (const [name, given] of Object.entries(VIEWS)) {
        await show({ ...given, theme, with: ['onRange', 'filtering', 'tail'] });
        const kind = ['groups', 'previous', 'compared'].includes(name) ? 'chart' : name;
        if (name !== 'table') {
          expect(
            await page.locator('[aria-label="View"] [aria-pressed="true"]').textContent(),
          ).toBe(kind[0]!.toUpperCase() + kind.slice(1));
        }
        expect([name, await faultsOf(page)]).toEqual([name, []]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      }
      await page
        .locator(width > 640 ? 'tbody tr:not(.filler)' : '.card')
        .first()
        .click();
      expect(await faultsOf(page)).toEqual([]);
    },
  );

  it('have a chart with the values of the time that is pointed at', async () => {
    const { page, show } = await open();
    const given = samples.chartSample();
    await show(given);
    const legend = page.locator('.legend').first();
    await expect.poll(() => legend.textContent()).toMatch(/^countsum [\d.]+Kerror_count/);
    const canvas = page.getByRole('slider').first();
    await canvas.focus();
    await page.keyboard.press('Home');
    await expect
      .poll(() => canvas.getAttribute('aria-valuetext'))
      .toBe(
        `2026-11-23 06:00: count ${given.rows[0]?.['count']}, error_count ${given.rows[0]?.['error_count']}`,
      );
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.locator('.panel-time').last().textContent())
      .toBe('2026-11-23 07:00');
    await legend.getByRole('button', { name: /^count/ }).click();
    expect(await legend.getByRole('button', { name: /^count/ }).getAttribute('aria-pressed')).toBe(
      'false',
    );
  });

  it('ask for the window that is drawn where there is one, and else look closer', async () => {
    const { page, show } = await open();
    const drag = async () => {
      const box = (await page.locator('.u-over').first().boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.26, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.49, box.y + 40, { steps: 4 });
      await expect
        .poll(async () => (await page.locator('.u-select').first().boundingBox())?.width)
        .toBeGreaterThan(20);
      await page.mouse.up();
    };
    await show({ ...samples.chartSample(), with: ['onRange'] });
    await drag();
    await expect
      .poll(() => callsOf(page))
      .toEqual([['onRange', '2026-11-23T15:00:00.000Z', '2026-11-24T00:00:00.000Z']]);
    await show(samples.chartSample());
    await drag();
    await page.getByRole('button', { name: 'Reset zoom' }).first().click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Reset zoom' }).count())
      .toBeLessThan(2);
    expect(await callsOf(page)).toEqual([]);
  });

  it('sort, hide columns, are searched within, and keep the chosen view', async () => {
    const { page, show } = await open();
    await show({ ...samples.tableSample(), with: ['onView'] });
    const latency = page.getByRole('columnheader', { name: /latency/ });
    await latency.getByRole('button').click();
    expect(await latency.getAttribute('aria-sort')).toBe('ascending');
    const values = (await column(page, 5)).map(Number);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    await latency.getByRole('button').click();
    expect(Number((await column(page, 5))[0]?.replace(',', ''))).toBeGreaterThan(900);
    await page.getByRole('searchbox').fill('monitor-29');
    await expect.poll(() => rowsOf(page).count()).toBe(11);
    expect(await page.locator('.find-count').textContent()).toBe('11 of 300');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'tags' }).click();
    expect(await page.getByRole('columnheader').count()).toBe(7);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await show({ ...samples.chartSample(), with: ['onView'] });
    await page.getByRole('button', { name: 'Table' }).click();
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await callsOf(page)).toEqual([['onView', 'table']]);
  });

  it('are drawn as the user chooses, each way without a fault of access', async () => {
    const { page, show } = await open();
    const labels = {
      lines: 'Lines',
      stacked: 'Stacked',
      heatmap: 'Heatmap',
      bars: 'Bars',
    };
    await show({ ...samples.comparedSample(), with: ['onView'] });
    const legend = page.locator('.legend').first();
    await expect.poll(() => legend.textContent()).toContain('previous_orders, all groups');
    for (const label of Object.values(labels)) {
      await page.getByRole('button', { name: label, exact: true }).click();
      expect(await faultsOf(page)).toEqual([]);
      if (label === 'Lines')
        expect(await legend.textContent()).toMatch(/paidsum 1\.64K before 1\.71K/);
    }
    expect(await callsOf(page)).toEqual(Object.keys(labels).map(kind => ['onView', kind]));
  });

  it('are a grid of cells, with the value of each', async () => {
    const { page, show } = await open();
    const { columns, rows } = samples.cohortSample();
    await show({ columns, rows, with: ['onMeasure'] });
    const grid = page.getByRole('table', { name: 'share by cohort and weeks_later' });
    const cell = (line: string, at: number) =>
      grid.getByRole('row', { name: line }).getByRole('cell').nth(at);
    expect(await grid.getByRole('columnheader').count()).toBe(9);
    // a shadow behind the cells would show in the empty ones alone
    const box = "document.querySelector('.heatmap .scroller')";
    expect(await page.evaluate(`getComputedStyle(${box}).backgroundImage`)).toBe('none');
    expect(await cell('2026-11-23', 0).textContent()).toBe('100.00%');
    expect(await cell('2026-11-23', 0).getAttribute('class')).toBe('shade-7');
    expect(await cell('2027-01-11', 1).textContent()).toBe('');
    await page.getByLabel('Number').getByRole('button', { name: 'customers' }).click();
    const customers = page.getByRole('table', { name: 'customers by cohort and weeks_later' });
    expect(
      await customers
        .getByRole('row', { name: '2026-11-23' })
        .getByRole('cell')
        .first()
        .textContent(),
    ).toBe('1,000');
    expect(await callsOf(page)).toEqual([['onMeasure', 'customers']]);
  });

  it.each([
    ['heatmap', 'share', 'customers'],
    ['bars', 'customers', 'share'],
  ])('show as %s the number %s, or one that was chosen before', async (view, usual, other) => {
    const { page, show } = await open();
    const chosen = page.getByLabel('Number').getByRole('button', { pressed: true });
    await show({ ...samples.cohortSample(), view, measure: 'absent' });
    await expect.poll(() => chosen.allTextContents()).toEqual([usual]);
    await show({ ...samples.cohortSample(), view, measure: other });
    await expect.poll(() => chosen.allTextContents()).toEqual([other]);
  });

  it('stand under the group that they are the best of', async () => {
    const { page, show } = await open();
    await show(samples.bestSample());
    expect(await page.locator('.bars li').allTextContents()).toEqual([
      ...['Bags', 'SKU-7670', 'SKU-14640', 'SKU-21610'],
      ...['Hats', 'SKU-8671', 'SKU-15641', 'SKU-22611'],
    ]);
    const { columns, rows } = samples.bestSample();
    await show({ columns, rows: [rows[0]!, rows[3]!, rows[1]!] });
    await expect
      .poll(() => page.locator('.bar-label').allTextContents())
      .toEqual(['Bags · SKU-7', 'Hats · SKU-8', 'Bags · SKU-14']);
  });

  it('leave room for the labels of an axis', async () => {
    const { page, show } = await open();
    const columns = [
      samples.column('day', 'date'),
      samples.column('n', 'float64', { unit: 'passengers' }),
    ];
    await show({ columns, rows: [1, 2].map(at => ({ day: `2026-01-0${at}`, n: at * 123_456 })) });
    const over = page.locator('.u-over').first();
    await expect.poll(() => over.evaluate(one => one.offsetLeft)).toBeGreaterThan(80);
  });

  it('have instants in the zone, and exact values in titles', async () => {
    const { page, show } = await open();
    const given = samples.tableSample(20);
    await show({ ...given, zone: 'Asia/Kolkata' });
    const cells = rowsOf(page).nth(2).locator('td');
    expect(await cells.nth(6).textContent()).toBe('2026-11-23 11:32:02.468');
    expect(await cells.nth(6).getAttribute('title')).toBe('2026-11-23T06:02:02.468Z');
    expect(await cells.nth(4).getAttribute('title')).toBe(String(given.rows[2]?.['latency']));
  });

  it.each(['timestamp', 'datetime'])(
    'by the days of UTC keep them in every zone: %s',
    async type => {
      const { page, show } = await open();
      const columns = [
        samples.column('at', type, { bucket: { seconds: 86_400 } }),
        samples.column('n', 'int64'),
      ];
      const rows = [1, 2, 3].map(n => ({
        at: `2026-10-0${n}T00:00:00${type[0] === 't' ? 'Z' : ''}`,
        n,
      }));
      await show({ columns, rows, zone: 'America/New_York' });
      const canvas = page.getByRole('slider');
      await canvas.focus();
      await page.keyboard.press('Home');
      await expect.poll(() => canvas.getAttribute('aria-valuetext')).toBe('Thu 2026-10-01: n 1');
    },
  );

  it('stand in line: panels fill theirs, and the values of a row begin below one another', async () => {
    const { page, show } = await open();
    const names = ['n', 'share', 'a_longer_name'];
    const columns = [
      samples.column('day', 'date'),
      ...names.map(name => samples.column(name, 'float64', { unit: name })),
    ];
    const rows = [1, 2].map(n => ({ day: `2026-10-0${n}`, n, share: 0.5, a_longer_name: n }));
    await show({ columns, rows });
    const ends = await page
      .locator('.panel, .panels')
      .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().right)));
    expect(ends.length).toBe(4);
    expect(ends.at(-1)).toBe(ends[0]);
    await rowsOf(page).first().click();
    const places = await page
      .locator('.drawer .node-value')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().left));
    expect(new Set(places).size).toBe(1);
  });

  it('open one by one, with a tree to copy from and to filter by', async () => {
    const { page, show } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await show({ ...samples.logSample(5), with: ['filtering'] });
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('button', { name: 'Open row 2' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Row 2' });
    await drawer.getByRole('button', { name: 'Copy the path metadata.request.method' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('metadata.request.method');
    await drawer
      .getByRole('button', { name: 'Copy the value of metadata.response', exact: true })
      .click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\{"status_code":200,/);
    await drawer.getByRole('button', { name: 'Next row' }).click();
    await page.getByRole('dialog', { name: 'Row 3' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await rowsOf(page).first().click();
    await page.getByRole('button', { name: 'Filter by metadata.request.path' }).click();
    expect(await callsOf(page)).toEqual([
      ['filtering', 'metadata.request.path', '/rest/v1/orders'],
    ]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('are a log, newest first, that is followed', async () => {
    const { page, show } = await open();
    const arrive = (rows: unknown) =>
      page.evaluate(
        one => (globalThis as unknown as HarnessWindow).arriving.push(one as never),
        rows,
      );
    await show({ ...samples.logSample(60), with: ['tail'] });
    const lines = page.locator('.line');
    expect(await lines.first().textContent()).toContain('2026-11-23 22:47:11.939');
    await lines.first().click();
    expect(await page.locator('.line-fields').textContent()).toContain('entry-59');
    await arrive([samples.logRow(60), samples.logRow(59)]);
    await page.getByRole('button', { name: 'Live' }).click();
    await expect.poll(() => lines.first().textContent()).toContain('22:47:19.260');
    expect(await lines.nth(2).textContent()).toContain('22:47:04.618');
    expect(await callsOf(page)).toContainEqual(['tail', '2026-11-23T22:47:11.939Z']);
    // the entry that was open stays open
    expect(await page.locator('.line-fields').textContent()).toContain('entry-59');
    const motion = "getComputedStyle(document.querySelector('.live-line .pulse')).animationName";
    expect(await page.evaluate(motion)).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(motion)).toBe('pulse');
    await arrive('The service is away.');
    await expect
      .poll(() => page.locator('.live-line').textContent())
      .toContain('The service is away.');
    await page.locator('.scroller').evaluate(box => box.scrollTo(0, 400));
    await arrive([samples.logRow(61), samples.logRow(60)]);
    await page.getByRole('button', { name: 'Show 1 new' }).click();
    await expect.poll(() => lines.first().textContent()).toContain('22:47:26.581');
  });

  it('are files, of the rows that show', async () => {
    const { page, show } = await open();
    await show(samples.barsSample());
    await page.getByRole('searchbox').fill('5xx');
    for (const [label, name, text] of [
      [/^CSV/, 'logs.all.csv', /^class,requests,share\r\n5xx,811,0\.00719\d+\r\n$/],
      [/^NDJSON/, 'logs.all.ndjson', /^\{"class":"5xx","requests":811,"share":0\.00719\d+\}\n$/],
      [/^JSON/, 'logs.all.json', /^\[\n\{"class":"5xx",.*\}\n\]\n$/],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: label }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(name);
      expect(await readFile(await file.path(), 'utf8')).toMatch(text);
    }
  });

  it.each([
    ['a table', hostile.hostileTable()],
    ['a log', hostile.hostileLog()],
    ['bars', hostile.hostileBars()],
    ['a chart', hostile.hostileChart()],
    ['figures', hostile.hostileFigures()],
    ['a thousand columns', hostile.manyColumns(1_000)],
  ])('show hostile names and values as text: %s', async (_, given) => {
    for (const width of [1280, 390]) {
      const { page, show } = await open(width);
      await show({ ...given, with: ['filtering'] });
      const opener = page.locator('.opener, .card, .line').first();
      if ((await opener.count()) > 0) await opener.click();
      for (let level = 0; level < 4; level++) {
        const closed = page.locator('[aria-expanded="false"].node-name').last();
        if ((await closed.count()) > 0) await closed.click();
      }
      expect(await page.evaluate("'pwned' in globalThis")).toBe(false);
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      if (width === 390) expect(await faultsOf(page)).toEqual([]);
    }
  });

  it('hold no more of ten thousand in the document than are in sight and forty', async () => {
    const { page, show } = await open();
    await show(samples.tableSample(10_000));
    const scroller = page.locator('.scroller');
    const inSight = await scroller.evaluate(box => Math.ceil(box.clientHeight / 33));
    for (const share of [0, 0.31, 0.77, 1]) {
      await scroller.evaluate((box, at) => box.scrollTo(0, at * box.scrollHeight), share);
      await expect
        .poll(
          async () => Number((await rowsOf(page).last().getAttribute('aria-rowindex')) ?? 0) - 1,
        )
        .toBeGreaterThan(share * 9_990);
      expect(await rowsOf(page).count()).toBeLessThanOrEqual(inSight + 40);
    }
    expect(await rowsOf(page).last().locator('td').first().textContent()).toBe('monitor-9999');
    await show(samples.logSample(10_000));
    expect(await page.locator('.line').count()).toBeLessThanOrEqual(80);
  });
});
