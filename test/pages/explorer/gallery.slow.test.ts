/**
 * The explorer on the gallery: endpoints are opened, their forms filled, and run, each over the entries of a test of its own and at
 * the time of that test. With `QUERN_ALL=1` all of them are, and shown at two widths.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedEndpoint, ListedParameter } from '../../../explorer/service/listing.ts';
import type { EndpointTest } from '../../../generator/core/plan/endpoint.ts';
import { type GalleryService, galleryService } from '../../service/mcp/gallery-service.ts';
import { madeKey } from '../../service/server-fixture.ts';
import { isAll } from '../../support/usually.ts';
import { launchBrowser } from '../browser.ts';
import { type Opened, visit } from './service.ts';

const ALL = isAll;
/** Of the endpoints by name, one of so many. */
const SAMPLE = ALL ? 1 : 16;
const VIEWS = ALL
  ? ['Bars', 'Chart', 'Figures', 'Heatmap', 'Lines', 'Log', 'Stacked', 'Table']
  : ['Table'];
const WIDTHS = ALL ? [390, 1280] : [1280];

const browser = await launchBrowser();
const { key, token } = madeKey();

describe.skipIf(browser === null)('the explorer on the gallery', () => {
  let service: GalleryService;
  let endpoints: readonly ListedEndpoint[];
  let opened: Opened;

  beforeAll(async () => {
    if (browser === null) throw new Error('there is no browser');
    service = await galleryService([key]);
    const headers = { 'X-API-KEY': token };
    const listing = await fetch(new URL('/api/endpoints', service.url), { headers });
    const { result }: { readonly result: readonly ListedEndpoint[] } = JSON.parse(
      await listing.text(),
    );
    endpoints = result.filter((_, at) => at % SAMPLE === 0);
    opened = await visit(browser, new URL(service.url).origin, { hash: `#key=${token}` });
    await opened.page.getByRole('searchbox').first().waitFor();
  });
  afterAll(async () => {
    await opened?.close();
    await browser?.close();
    await service?.stop();
  });

  it('shows the rows of a test of each endpoint, in every view that fits them', async () => {
    const { page, complaints } = opened;
    const seen = new Set<string>();
    const empty: string[] = [];
    const faults: string[] = [];
    for (const endpoint of endpoints) {
      const test = service.tests.get(endpoint.name);
      if (test === undefined) throw new Error(`no test of ${endpoint.name} expects rows`);
      await service.turnTo(test);
      await page.clock.setFixedTime(new Date(Number(test.now / 1_000n)));
      await run(page, endpoint, test.params);
      if ((await page.locator('.answer .empty').count()) > 0) empty.push(endpoint.name);
      const found = await page.locator('.problem, .fault').allTextContents();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 820 });
        for (const view of await shownViews(page)) seen.add(view);
        const drawn = Number(await page.evaluate('document.documentElement.scrollWidth'));
        if (drawn > width) found.push(`${drawn} px wide`);
      }
      found.push(...complaints.splice(0));
      faults.push(...found.map(fault => `${endpoint.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(VIEWS));
    expect(empty).toEqual([]);
  });
});

/** Opens the endpoint, fills what is required in its form, with the texts that are known, and runs it. */
async function run(
  page: Page,
  endpoint: ListedEndpoint,
  known: EndpointTest['params'],
): Promise<void> {
  await page.evaluate(`location.hash = '#/${encodeURIComponent(endpoint.name)}'`);
  await page.getByRole('heading', { name: endpoint.name, exact: true }).waitFor();
  // a window with an end has buckets, of which there may not be too many
  const days = endpoint.range?.to === undefined ? 90 : 30;
  const span = page.getByRole('radio', { name: `Last ${days} days` });
  if ((await span.count()) > 0) await span.check({ force: true });
  const bounds = Object.values(endpoint.range ?? {});
  for (const parameter of endpoint.parameters) {
    if (!parameter.required || bounds.includes(parameter.name)) continue;
    const control = page.locator(`[id="field-${parameter.name}"]`);
    const [text = sampleOf(endpoint, parameter)] = [known[parameter.name] ?? []].flat();
    await fill(control, text);
  }
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('.answer').locator('.result, .problem').first().waitFor();
}

/** Shows the rows in each view that fits them, and gives the labels of these views. */
async function shownViews(page: Page): Promise<readonly string[]> {
  const views = page.locator('.answer [aria-label="View"] button');
  for (const view of await views.all()) await view.click();
  return views.allTextContents();
}

const SAMPLES: Readonly<Record<string, string>> = {
  int64: '1',
  float64: '1',
  decimal: '1',
  bool: 'true',
  timestamp: '2026-03-01T00:00:00',
  date: '2026-03-01',
};

function sampleOf({ views }: ListedEndpoint, { example, values, scalar }: ListedParameter): string {
  const [known] = [example ?? values ?? []].flat();
  if (known !== undefined) return known;
  const [view] = views ?? [];
  return view === undefined ? (SAMPLES[scalar] ?? 'p1') : `SELECT * FROM ${view.name} LIMIT 5`;
}

async function fill(control: Locator, text: string): Promise<void> {
  const kind = await control.evaluate(({ tagName }) => tagName);
  if (kind === 'SELECT') await control.selectOption(text);
  else if (kind !== 'FIELDSET') await control.fill(text);
  else {
    const choice = control.getByLabel(text, { exact: true });
    if ((await choice.count()) > 0) await choice.check({ force: true });
    else {
      await control.locator('input').fill(text);
      await control.locator('input').press('Enter');
    }
  }
}
