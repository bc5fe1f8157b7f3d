/**
 * The explorer on the demo's data: its states in both themes and at two widths, without a violation that axe finds. With
 * `QUERN_ALL=1` each theme is tried at each width, pictures are written to `.quern/screenshots/`, and that of the README to `docs/`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { isAll } from '../../support/usually.ts';
import { awaitStillness, LOOKS, launchBrowser, OTHER_LOOKS } from '../browser.ts';
import { misplaced } from '../geometry.ts';
import { type Opened, visit } from './service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = isAll ? join(ROOT, '.quern/screenshots') : null;

interface Demo {
  readonly page: string;
  readonly place: string;
  readonly key: string;
}

const PROJECT = 'project=abcdefghijklmnopqrst';

/** How each state is reached, and the element that shows it. */
const STATES: Readonly<
  Record<
    string,
    {
      readonly place: string;
      readonly act?: (page: Page) => Promise<unknown>;
      readonly sign: string;
    }
  >
> = {
  'key form': { place: '', sign: '.key-form' },
  'front page': { place: '/', sign: '.beginnings' },
  'service in numbers': {
    place: '/',
    act: page => page.getByText('The service in numbers').click(),
    sign: '.numbers',
  },
  chart: { place: `/usage.api-counts?${PROJECT}&interval=daily`, sign: 'canvas' },
  ...Object.fromEntries(
    ['lines', 'stacked'].map(view => [
      view,
      { place: `/usage.statuses?${PROJECT}&interval=7day&~view=${view}`, sign: 'canvas' },
    ]),
  ),
  panels: { place: `/functions.invocation-stats?${PROJECT}&interval=1day`, sign: 'canvas' },
  table: {
    place: `/usage.api-counts?${PROJECT}&interval=daily&~view=table`,
    sign: '.result table',
  },
  log: { place: `/logs.all?${PROJECT}&~last=P1D`, sign: '.line' },
  'live tail': {
    place: `/logs.all?${PROJECT}&~last=P1D`,
    act: page => page.getByRole('button', { name: 'Live' }).click(),
    sign: '.live-line',
  },
  columns: {
    place: `/logs.all?${PROJECT}&~last=P1D&~view=table`,
    act: page => page.getByRole('button', { name: 'Columns' }).click(),
    sign: '.choices',
  },
  downloads: {
    place: `/logs.all?${PROJECT}&~last=P1D&~view=table`,
    act: page => page.getByRole('button', { name: 'Download' }).click(),
    sign: '.menu-panel',
  },
  'two times': {
    place: `/logs.all?${PROJECT}`,
    act: async page => {
      await page.locator('.answer[aria-busy=false] .result').waitFor();
      // a changed form asks again after a pause, and the rows of before are pale then
      const answer = page.waitForResponse(response => response.url().includes('/logs.all'));
      await page.getByRole('radio', { name: 'Between two instants' }).check({ force: true });
      await answer;
    },
    sign: 'input[type=datetime-local]',
  },
  'no rows': {
    place: `/logs.all?${PROJECT}&iso_timestamp_start=2001-01-01T00:00:00Z&iso_timestamp_end=2001-01-02T00:00:00Z`,
    sign: '.result.empty',
  },
  'no endpoint': { place: '/nothing.here', sign: '.problem' },
  search: {
    place: '/',
    act: page => page.getByRole('searchbox').fill('nothing of this name'),
    sign: '.none:not(:empty)',
  },
  code: {
    place: `/logs.all?${PROJECT}&~last=P1D&~tab=code`,
    act: page => page.getByRole('radio', { name: 'Go', exact: true }).check(),
    sign: '.sample',
  },
  drawer: {
    place: `/logs.all?${PROJECT}&~last=P1D&~view=table`,
    act: openRow,
    sign: '.drawer[open]',
  },
  keys: { place: '/', act: page => page.keyboard.press('?'), sign: '.keys[open]' },
  fault: {
    place: '/functions.invocation-stats',
    act: page => page.getByRole('button', { name: 'Run' }).click(),
    sign: '.fault',
  },
};

const browser = await launchBrowser();

describe.skipIf(browser === null)('the explorer on the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-explorer-'));
  const opened: Opened[] = [];
  let service: ChildProcess;
  let demo: Demo;

  beforeAll(async () => {
    const words = ['demo', '--json', '--port', '0', '--rows', '20000'];
    service = spawn(process.execPath, [join(ROOT, 'dist/cli/bin.js'), ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    demo = JSON.parse(await firstObject(service));
    if (PICTURES !== null) mkdirSync(PICTURES, { recursive: true });
  });
  afterEach(async () => {
    const complaints = opened.flatMap(each => each.complaints);
    for (const each of opened.splice(0)) await each.close();
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    const ended = new Promise(resolve => service.once('exit', resolve));
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(place: string): Promise<Page> {
    if (browser === null) throw new Error('there is no browser');
    const hash = place === '' ? '' : `#key=${demo.key}&${place}`;
    const one = await visit(browser, new URL(demo.page).origin, { hash });
    opened.push(one);
    return one.page;
  }

  it('opens on a chart by the link that the demo prints', async () => {
    const page = await open(demo.place);
    if (PICTURES !== null) await paint(page);
    await page.locator('canvas').first().waitFor();
    expect(page.url()).not.toContain(demo.key);
    expect(page.url()).toBe(`${demo.page}#${demo.place}`);
    expect(await page.locator('.status [role=status]').first().textContent()).toMatch(
      /^\d+ rows · /,
    );
  });

  it('says that rows were read from a rollup', async () => {
    const page = await open(`/usage.statuses?${PROJECT}&interval=7day`);
    await page.getByText('read from the rollup edge_hourly').waitFor();
    const other = await open(`/usage.api-counts?${PROJECT}&interval=hourly`);
    await other.getByText(/^\d+ rows? · /).waitFor();
    expect(await other.getByText('read from the rollup').count()).toBe(0);
  });

  it('leads to the reference of the API, on a phone too', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 390, height: 820 });
    await page.getByRole('button', { name: 'Endpoints' }).click();
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('link', { name: 'Back to the explorer' }).waitFor();
  });

  it('says how the service does on its front page', async () => {
    const page = await open(`/usage.api-counts?${PROJECT}&interval=daily`);
    await page.getByText(/^\d+ rows/).waitFor();
    await page.getByRole('link', { name: 'Query endpoints' }).click();
    await page.getByText('The service in numbers').click();
    await page.locator('.slowest').getByRole('link', { name: 'usage.api-counts' }).waitFor();
    await page
      .getByRole('article')
      .getByRole('link', { name: /^logs\.all/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'logs.all' }).waitFor();
    // values go along to fields of the same name
    expect(await page.getByLabel('project required').inputValue()).toBe('abcdefghijklmnopqrst');
  });

  it('is used by the keyboard alone, from the link to a row', async () => {
    const page = await open('/');
    await page.getByRole('heading', { name: 'Query endpoints' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('logs');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('counts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'usage.api-counts' }).waitFor();
    const reach = async (matches: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const found = `document.activeElement.matches(${JSON.stringify(matches)})`;
        if (await page.evaluate(found)) return;
      }
      throw new Error(`no way to ${matches}`);
    };
    await reach('#field-project');
    await page.keyboard.type('abcdefghijklmnopqrst');
    await reach('input[name=field-interval]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('canvas').first().waitFor();
  });

  test.each(Object.entries(STATES))('%s', async (name, { place, act, sign }) => {
    const page = await open(place);
    await act?.(page);
    await page.locator(sign).first().waitFor();
    const look = async (width: number, theme: 'light' | 'dark') => {
      await page.setViewportSize({ width, height: 820 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      // uPlot draws in the next frames
      await page.evaluate('new Promise(done => setTimeout(done, 150))');
      // while it asks again, the rows of before are pale
      await page.locator('.answer[aria-busy=true]').waitFor({ state: 'detached' });
    };
    for (const [width, theme] of LOOKS) {
      await look(width, theme);
      if (PICTURES !== null) {
        const file = `${name.replaceAll(' ', '-')}-${width}-${theme}.png`;
        // on a phone a table is cards
        const places = page.locator(`${sign}, .result .cards`);
        await places.first().evaluate(one => one.scrollIntoView({ block: 'center' }));
        await page.screenshot({ path: join(PICTURES, file) });
        await page.evaluate('scrollTo(0, 0)');
      }
      const found = await violations(page);
      expect({ width, theme, found }).toEqual({ width, theme, found: [] });
      expect({ width, found: await misplaced(page) }).toEqual({ width, found: [] });
      const drawn = await page.evaluate('document.documentElement.scrollWidth');
      expect(drawn).toBeLessThanOrEqual(width);
    }
    for (const [width, theme] of OTHER_LOOKS) {
      await look(width, theme);
      const found = await violations(page, 'color-contrast');
      expect({ width, theme, found }).toEqual({ width, theme, found: [] });
    }
  });
});

async function openRow(page: Page): Promise<void> {
  await page.locator('.result tbody tr:not(.filler)').first().click();
}

/** The picture in the README: smaller than a screen's, in WebP, which the browser encodes. */
async function paint(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page.setViewportSize({ width: 1200, height: 860 });
  await page.evaluate('new Promise(done => setTimeout(done, 300))');
  const png = (await page.screenshot()).toString('base64');
  const webp = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1];
  })()`);
  writeFileSync(join(ROOT, 'docs/explorer.webp'), Buffer.from(webp, 'base64'));
}

/** The output of a process until its first object ends. */
function firstObject({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout?.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      if (printed.endsWith('\n}\n')) resolve(printed);
    });
    stdout?.once('end', () => reject(new Error(`the demo ended: ${printed}`)));
  });
}

/** The rules that axe finds broken, or whether one is, with the first elements that break each. */
async function violations(page: Page, rule?: string): Promise<readonly string[]> {
  await awaitStillness(page);
  // not as an element: the policy of the page allows its own script alone
  await page.evaluate(AXE);
  const only = rule === undefined ? {} : { runOnly: [rule] };
  return page.evaluate(`axe.run(${JSON.stringify({ resultTypes: ['violations'], ...only })}).then(({ violations }) => violations.map(({ id, impact, nodes }) =>
    id + ' (' + impact + '): ' + nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`);
}
