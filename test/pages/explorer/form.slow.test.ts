import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { FRONT, formatPlace } from '../../../explorer/address.ts';
import type { ListedEndpoint } from '../../../explorer/service/listing.ts';
import { responseOf, searchOf } from '../../../server/http/incoming.ts';
import { createNewsroom, newsAnswer } from '../../../server/pages/news.ts';
import { column, fakeEngine, fixtureApp, madeKey, param } from '../../service/server-fixture.ts';
import { launchBrowser } from '../browser.ts';
import { TEXTS } from '../rows/hostile.ts';
import {
  endpointWith,
  fakeService,
  type Opened,
  openPage,
  PARAMETERS,
  type View,
} from './service.ts';

const browser = await launchBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)('the explorer', () => {
  const opened: Opened[] = [];
  const apps: { close: () => void }[] = [];
  afterEach(async () => {
    const complaints = opened.flatMap(each => each.complaints);
    for (const each of opened.splice(0)) await each.close();
    for (const app of apps.splice(0)) app.close();
    expect(complaints).toEqual([]);
  });

  async function open(app: Parameters<typeof openPage>[1], view?: View): Promise<Page> {
    if (browser === null) throw new Error('there is no browser');
    const one = await openPage(browser, app, view);
    opened.push(one);
    return one.page;
  }

  /** Opens an endpoint, by a link. */
  function show(endpoint: Partial<ListedEndpoint>, hash = '#/logs.all') {
    const service = fakeService([endpointWith(endpoint)]);
    return open(service.app, { hash }).then(page => ({ page, service }));
  }

  const run = (page: Page) => page.getByRole('button', { name: 'Run' }).click();
  const hashOf = (page: Page) => new URL(page.url()).hash;

  it('asks for a key, says where one is refused, and keeps one for the tab', async () => {
    const { key, token } = madeKey();
    const { app } = fixtureApp(
      fakeEngine(() => [['a', 1n]]),
      [key],
    );
    apps.push(app);
    const page = await open(app);
    await page.getByLabel('Key').fill('qk_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The service does not know this key.').waitFor();
    await page.getByLabel('Key').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    const link = page.getByRole('link', { name: /^all/ });
    await link.first().waitFor();
    await page.reload();
    await link.first().waitFor();
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(token);
    await page.getByRole('button', { name: 'Change key' }).click();
    await page.getByLabel('Key').waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(token);
  });

  it.each(['a new tab', 'its own tab'])(
    'opens with the key of a link in %s, at its place, and takes the key out of the address',
    async where => {
      const { key, token } = madeKey();
      const { app } = fixtureApp(
        fakeEngine(() => []),
        [key],
      );
      apps.push(app);
      const hash = `#key=${token}&/logs.all?project=abc`;
      const page = await open(app, where === 'a new tab' ? { hash } : {});
      if (where === 'its own tab') {
        await page.getByLabel('Key').waitFor();
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      }
      await page.getByText('No rows match.').waitFor();
      expect(hashOf(page)).toBe('#/logs.all?project=abc');
      expect(await page.getByLabel('project').inputValue()).toBe('abc');
    },
  );

  it('searches endpoints by /, and opens the first with Enter', async () => {
    const service = fakeService([
      endpointWith({}),
      endpointWith({ name: 'shop.orders', id: 'b', summary: 'Orders of customers.' }),
      endpointWith({ name: 'ping', id: 'c', summary: null }),
    ]);
    const page = await open(service.app);
    const navigation = page.getByRole('navigation', { name: 'Endpoints' });
    await page.getByRole('heading', { name: 'Logs', exact: true }).waitFor();
    const headings = navigation.getByRole('heading');
    await expect.poll(() => headings.allTextContents()).toEqual(['logs', 'shop']);
    await page.keyboard.press('/');
    await page.keyboard.type('CUSTOMERS ord');
    await expect.poll(() => navigation.getByRole('link').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shop.orders' }).waitFor();
    await expect.poll(() => page.title()).toBe('shop.orders · Logs');
    const icon = await page.locator('link[rel="icon"]').getAttribute('href');
    expect(decodeURIComponent(icon ?? '')).toMatch(/>L<\/text>/);
    expect(await page.locator('.mark').textContent()).toBe('L');
    await page.getByRole('searchbox').fill('nothing');
    await page.getByText('No endpoint matches.').waitFor();
  });

  it('brings the chosen endpoint into sight among many, and the search by Ctrl+K', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      endpointWith({ name: `many.n${at}`, id: `n${at}` }),
    );
    const page = await open(fakeService(many).app, { hash: '#/many.n55' });
    await page.getByRole('heading', { name: 'many.n55', exact: true }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Endpoints' });
    const place = await navigation.getByRole('link', { name: 'n55' }).boundingBox();
    expect(place?.y).toBeGreaterThan(0);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(
      page.viewportSize()?.height ?? 0,
    );
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.keyboard.press('Control+k');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
  });

  it('marks what is required, and takes the focus to a fault, which stands at its field', async () => {
    const { page, service } = await show({});
    service.answer = ({ given }) =>
      'project' in given
        ? { rows: [] }
        : { faults: [{ name: 'project', message: '`project` is missing.' }] };
    const field = page.getByLabel('project required');
    expect(service.asked).toEqual([]);
    await run(page);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate(one => one === one.ownerDocument.activeElement)).toBe(true);
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const told = await Promise.all(ids.map(id => page.locator(`#${id}`).textContent()));
    expect(told).toEqual(['Whose rows.', 'project is missing.']);
    const marked = page.locator('.fault code, .problem code').filter({ hasText: 'project' });
    expect(await marked.count()).toBe(2);
    await field.fill('abc');
    await field.press('Enter');
    await page.getByText('No rows match.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('false');
  });

  it('has a control for each type', async () => {
    const { page, service } = await show({
      parameters: [
        param('step', 'enum', { values: ['hour', 'day'], default: 'day' }),
        param('kind', 'enum', { values: Array.from({ length: 9 }, (_, i) => `kind-${i}`) }),
        param('open', 'bool', { scalar: 'bool' }),
        param('since', 'date', { scalar: 'date' }),
        param('at', 'timestamp'),
        param('every', 'duration', { default: '15m' }),
        param('zone', 'timezone'),
        param('least', 'int64'),
        param('names', 'string', { list: { minItems: 0, maxItems: 3 } }),
        param('levels', 'enum', { values: ['info', 'error'], list: { minItems: 0, maxItems: 2 } }),
      ],
    });
    await expect.poll(() => service.asked).toMatchObject([{ given: {} }]);
    expect(await page.getByRole('radio', { name: 'day', exact: true }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'hour' }).check();
    await page.getByLabel('kind').selectOption('kind-7');
    expect(await page.getByRole('group', { name: 'open' }).getByRole('radio').count()).toBe(3);
    await page.getByRole('radio', { name: 'false' }).check();
    await page.getByLabel('since').fill('2026-01-15');
    await page.getByLabel('at', { exact: true }).fill('2026-01-15T10:07:30');
    await page.getByLabel('every', { exact: true }).fill('2');
    await page.getByLabel('Unit of every').selectOption('hours');
    await page.getByLabel('zone', { exact: true }).fill('Europe/Berlin');
    await page.getByLabel('least').fill('7');
    const names = page.getByLabel('Add to names');
    await names.fill('one');
    await names.press('Enter');
    await names.fill('two, three');
    await names.blur();
    await page.getByRole('button', { name: 'Remove two' }).click();
    await page.getByRole('checkbox', { name: 'error' }).check();
    await page.getByRole('checkbox', { name: 'info' }).check();
    await run(page);
    const wanted = {
      step: 'hour',
      kind: 'kind-7',
      open: 'false',
      since: '2026-01-15',
      at: '2026-01-15T10:07:30Z',
      every: '2h',
      zone: 'Europe/Berlin',
      least: '7',
      names: ['one', 'three'],
      levels: ['error', 'info'],
    };
    await expect.poll(() => service.asked.at(-1)?.given).toEqual(wanted);
    await page.reload();
    await expect.poll(() => service.asked.length).toBeGreaterThan(2);
    expect(service.asked.at(-1)?.given).toEqual(wanted);
    expect(await page.getByLabel('every', { exact: true }).inputValue()).toBe('2');
  });

  const TIMED: Partial<ListedEndpoint> = {
    range: { from: 'start', to: 'end' },
    parameters: [...PARAMETERS, param('start', 'timestamp'), param('end', 'timestamp')],
    columns: [column('id', 'string'), column('at', 'timestamp')],
  };

  it('picks a span until now, which the address keeps, or two instants in a zone', async () => {
    const { page, service } = await show(TIMED, '#/logs.all?project=abc&~last=PT1H');
    await expect.poll(() => service.asked.length).toBe(1);
    const bounds = () => {
      const { start = '', end = '' } = Object(service.asked.at(-1)?.given);
      return (Date.parse(end) - Date.parse(start)) / 60_000;
    };
    expect(bounds()).toBe(60);
    await page.getByRole('radio', { name: 'Last 7 days' }).check();
    await expect.poll(bounds).toBe(7 * 24 * 60);
    await expect.poll(() => hashOf(page)).toBe('#/logs.all?project=abc&~last=P7D');
    await page.getByLabel('Times in').selectOption('Asia/Tokyo');
    await page.getByRole('radio', { name: 'Between two instants' }).check();
    await page.getByLabel('From', { exact: true }).fill('2026-01-15T09:00:00');
    await page.getByLabel('To', { exact: true }).fill('2026-01-15T10:30:00');
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ project: 'abc', start: '2026-01-15T00:00:00Z', end: '2026-01-15T01:30:00Z' });
    expect(hashOf(page)).toContain('~zone=Asia/Tokyo');
    await page.getByRole('radio', { name: 'Any time' }).check();
    await expect.poll(() => service.asked.at(-1)?.given).toEqual({ project: 'abc' });
  });

  const FILTERED: Partial<ListedEndpoint> = {
    parameters: [
      ...PARAMETERS,
      param('status', 'int64', { filter: { name: 'status', operator: 'eq' } }),
      param('status__gte', 'int64', { filter: { name: 'status', operator: 'gte' } }),
      param('status__in', 'int64', {
        filter: { name: 'status', operator: 'in' },
        list: { minItems: 1, maxItems: 9 },
      }),
      param('id__contains', 'string', { filter: { name: 'id', operator: 'contains' } }),
      param('tag', 'string', {
        filter: { name: 'tag', operator: 'has' },
        list: { minItems: 0, maxItems: 9 },
      }),
      param('label', 'string', {
        filter: { name: 'label', operator: 'eq', key: true },
        list: { minItems: 0, maxItems: 9 },
      }),
    ],
  };

  it('composes filters of a column, an operator and a value, with faults at their rows', async () => {
    const { page, service } = await show(FILTERED, '#/logs.all?project=abc');
    await expect.poll(() => service.asked.length).toBe(1);
    const add = page.getByRole('button', { name: 'Add filter' });
    await add.click();
    await page.getByLabel('Filter 1: value').fill('400');
    await page.getByLabel('Filter 1: operator').selectOption('is at least');
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ project: 'abc', status__gte: '400' });
    await add.click();
    await page.getByLabel('Filter 2: column').selectOption('id');
    await page.getByLabel('Filter 2: value').fill('x');
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ project: 'abc', status__gte: '400', id__contains: 'x' });
    await page.getByLabel('Filter 1: operator').selectOption('is one of');
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ project: 'abc', status__in: '400', id__contains: 'x' });
    service.answer = () => ({ faults: [{ name: 'id__contains', message: 'No such id.' }] });
    await page.getByRole('button', { name: 'Remove Filter 2' }).focus();
    await run(page);
    await page.locator('.filter .fault').waitFor();
    expect(await page.locator('.filter .fault').textContent()).toBe('No such id.');
    service.answer = () => ({ rows: [] });
    await page.getByRole('button', { name: 'Remove Filter' }).first().click();
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ project: 'abc', id__contains: 'x' });
  });

  it('filters by the value of a row', async () => {
    const fields = [{ name: 'code', type: 'int64', nullable: true, filter: 'status' }] as const;
    const columns = [
      column('id', 'string'),
      { ...column('meta', 'record'), fields },
      { ...column('tags', 'list<string>'), filter: 'tag' },
      { ...column('labels', 'map<string>'), filter: 'label' },
    ];
    const { page, service } = await show({ ...FILTERED, columns }, '#/logs.all?project=abc');
    const row = {
      id: 'a',
      meta: { code: 404, path: '/' },
      tags: ['x', 'y'],
      labels: { zone: 'eu' },
    };
    service.answer = () => ({ rows: [row] });
    await run(page);
    await page.getByText('1 row ·').waitFor();
    const filters = page.getByRole('button', { name: /^Filter by/ });
    expect(await filters.evaluateAll(all => all.map(one => one.ariaLabel))).toEqual(
      ['meta.code', 'tags[0]', 'tags[1]', 'labels.zone'].map(path => `Filter by ${path}`),
    );
    for (const [path, given] of Object.entries({
      'meta.code': { status: '404' },
      'tags[1]': { tag: 'y' },
      'labels.zone': { label: 'zone=eu' },
    })) {
      await page.getByRole('button', { name: `Filter by ${path}` }).click();
      await expect.poll(() => service.asked.at(-1)?.given).toMatchObject(given);
    }
  });

  it('shows what the key fixes, locked', async () => {
    const fixed = [{ ...param('project', 'string', { required: true }), value: '<b>mine</b>' }];
    const { page, service } = await show({ parameters: [], fixed });
    await page.getByText('3 rows').waitFor();
    expect(await page.locator('output').textContent()).toBe('<b>mine</b>');
    expect(await page.getByLabel('project').evaluate(({ tagName }) => tagName)).toBe('OUTPUT');
    expect(service.asked.at(-1)?.given).toEqual({});
  });

  it('asks for the zone of instants only where there are any', async () => {
    const shown = async (rest: Partial<ListedEndpoint>) => {
      const { page } = await show(rest);
      await page.getByRole('button', { name: 'Run' }).waitFor();
      return page.getByLabel('Times in').count();
    };
    const columns = [column('day', 'date')];
    expect(await shown({ columns })).toBe(0);
    expect(await shown({ columns: [column('at', 'timestamp')] })).toBe(1);
    const parameters = [param('since', 'timestamp', { type: 'timestamp' })];
    expect(await shown({ columns, parameters })).toBe(1);
    expect(await shown({ columns: [], views: [{ name: 'logs', columns: [] }] })).toBe(1);
  });

  it('loads page after page until there are no more', async () => {
    const pages: Partial<ListedEndpoint> = {
      pages: { expires: 3_600 },
      parameters: [...PARAMETERS, param('page_size', 'int64'), param('cursor', 'string')],
    };
    const { page, service } = await show(pages, '#/logs.all?project=abc');
    service.answer = ({ given }) => ({
      rows: [{ id: String(given['cursor'] ?? 'first'), status: 1 }],
      headers:
        given['cursor'] === 'third'
          ? {}
          : { 'X-Next-Cursor': given['cursor'] === undefined ? 'second' : 'third' },
    });
    await page.getByLabel('project').fill('other');
    await run(page);
    const more = page.getByRole('button', { name: 'Load the next page' });
    await more.click();
    await page.getByText('2 rows').waitFor();
    await more.click();
    await page.getByText('3 rows').waitFor();
    expect(await more.count()).toBe(0);
    expect(await page.getByLabel('cursor').count()).toBe(0);
    expect(hashOf(page)).not.toContain('cursor');
  });

  it('takes a statement of a sandbox, whose columns it lists, and posts what is long', async () => {
    const { page, service } = await show({
      query_sandboxing: true,
      parameters: [param('sql', 'string', { required: true })],
      columns: [],
      views: [{ name: 'entries', columns: [column('path', 'string')] }],
    });
    service.answer = () => ({
      rows: [{ hits: 7 }],
      headers: {
        'X-Columns': encodeURIComponent('[{"name":"hits","type":"int64","nullable":true}]'),
      },
    });
    await page.getByText('Tables for the statement').click();
    await page.getByText('entries', { exact: true }).waitFor();
    const sql = `SELECT COUNT(*) AS hits FROM entries WHERE path != '${'x'.repeat(3_000)}'`;
    await page.getByLabel('sql').fill(sql);
    await page.getByLabel('sql').press('Control+Enter');
    await page.getByText('1 row').waitFor();
    expect(service.asked).toEqual([{ method: 'POST', name: 'logs.all', given: { sql } }]);
    await page.getByRole('radio', { name: 'Code' }).check();
    expect(await page.locator('.sample').textContent()).toContain('--data \'{"sql":');
  });

  it('shows the default where the service replaces a value, and values that it refuses', async () => {
    const values = ['hour', 'day'];
    const { page, service } = await show(
      {
        parameters: [
          param('step', 'enum', { values, default: 'day', otherwise: 'default' }),
          param('levels', 'enum', { values, list: { minItems: 0, maxItems: 9 } }),
        ],
      },
      '#/logs.all?step=zzz&levels=hour&levels=year',
    );
    await page.getByText('3 rows').waitFor();
    expect(await page.getByRole('radio', { name: 'day' }).isChecked()).toBe(true);
    await page.getByText('zzz is not a value here, so day is used.').waitFor();
    await page.getByRole('radio', { name: 'hour' }).check();
    await expect
      .poll(() => service.asked.at(-1)?.given)
      .toEqual({ step: 'hour', levels: ['hour', 'year'] });
    expect(await page.getByText('is not a value here').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'year' }).click();
    await expect.poll(() => service.asked.at(-1)?.given).toEqual({ step: 'hour', levels: 'hour' });
  });

  it('goes back from each window that was drawn in a chart, by one click', async () => {
    const hour = (at: number) => `2026-01-15T${String(at).padStart(2, '0')}:00:00Z`;
    const { page, service } = await show(
      {
        parameters: [param('start', 'timestamp'), param('end', 'timestamp')],
        range: { from: 'start', to: 'end' },
        columns: [column('at', 'timestamp'), column('n', 'int64')],
      },
      '#/logs.all?~last=P7D',
    );
    service.answer = () => ({ rows: Array.from({ length: 24 }, (_, n) => ({ at: hour(n), n })) });
    await run(page);
    const drag = async (from: number, to: number) => {
      await page.locator('.answer[aria-busy="false"]').waitFor();
      const over = page.locator('.u-over').first();
      await over.waitFor();
      const box = (await over.boundingBox())!;
      await page.mouse.move(box.x + box.width * from, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + 40, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0.26, 0.49);
    const first = { start: hour(6), end: hour(12) };
    await expect.poll(() => service.asked.at(-1)?.given).toEqual(first);
    service.answer = () => ({ rows: [] });
    await drag(0.6, 0.9);
    await page.getByText('No rows match.').waitFor();
    await page.getByRole('button', { name: 'Back to the time before' }).click();
    await expect.poll(() => service.asked.at(-1)?.given).toEqual(first);
    await page.getByRole('button', { name: 'Back to the last 7 days' }).click();
    await expect.poll(() => hashOf(page)).toBe('#/logs.all?~last=P7D');
    expect(await page.getByRole('button', { name: /^Back to/ }).count()).toBe(0);
    await page.getByRole('radio', { name: 'Any time' }).check();
    expect(await page.getByRole('button', { name: /^Back to/ }).count()).toBe(0);
  });

  it('shows the operator that a request chooses, and chooses it', async () => {
    const operators = { exact: 'eq', prefix: 'starts_with' } as const;
    const chosen = { name: 'user', operator: 'eq', chosen: { by: 'match', operators } } as const;
    const match = param('match', 'enum', { values: ['exact', 'prefix'], default: 'exact' });
    const user = param('user', 'string', { filter: chosen });
    const { page, service } = await show(
      { parameters: [match, user] },
      '#/logs.all?user=ab&match=prefix',
    );
    await page.getByText('3 rows').waitFor();
    const operator = page.getByLabel('Filter 1: operator');
    const label = () => operator.locator('option:checked').textContent();
    expect(await label()).toBe('starts with');
    await operator.selectOption('is');
    await expect.poll(() => service.asked.at(-1)?.given).toEqual({ user: 'ab', match: 'exact' });
    expect(await page.getByRole('radio', { name: 'exact' }).isChecked()).toBe(true);
    const fixed = [{ ...match, value: 'prefix' }];
    const other = await show({ parameters: [user], fixed }, '#/logs.all?user=ab');
    await other.page.getByText('3 rows').waitFor();
    const locked = other.page.getByLabel('Filter 1: operator');
    expect(await locked.locator('option:checked').textContent()).toBe('starts with');
    expect(await locked.isDisabled()).toBe(true);
  });

  it('lists its keys by ?, unless that is typed into a field', async () => {
    const { page } = await show({}, '#/logs.all?project=abc');
    await page.getByText('3 rows').waitFor();
    const list = page.getByRole('dialog', { name: 'Shortcuts' });
    await page.getByLabel('project').press('?');
    expect(await list.count()).toBe(0);
    await page.getByRole('radio', { name: 'Code' }).focus();
    await page.keyboard.press('?');
    await list.getByText('find an endpoint').waitFor();
    await page.keyboard.press('Escape');
    expect(await list.count()).toBe(0);
  });

  it('says so if a part of the page does not load', async () => {
    const { page } = await show({}, '#/logs.all?project=abc');
    await page.getByText('3 rows').waitFor();
    await page.route('**/explorer/*.js', route => route.abort());
    await page.getByRole('radio', { name: 'Code' }).check();
    await page.getByText('This part of the page did not load. Reload the page.').waitFor();
  });

  it('goes back to the place before, and runs it again', async () => {
    const { page, service } = await show({}, '#/logs.all?project=one');
    await page.getByText('3 rows').waitFor();
    await page.getByLabel('project').fill('two');
    await expect.poll(() => hashOf(page)).toBe('#/logs.all?project=two');
    await page.goBack();
    await expect.poll(() => service.asked.at(-1)?.given).toEqual({ project: 'one' });
    expect(await page.getByLabel('project').inputValue()).toBe('one');
    await page.goForward();
    await expect.poll(() => page.getByLabel('project').inputValue()).toBe('two');
  });

  it('says how many rows there are, where they are cut, and how old they are', async () => {
    const { page, service } = await show({});
    service.answer = () => ({
      rows: [{ id: 'a', status: 1 }],
      headers: { 'X-Truncated': 'true', 'X-Row-Limit': '1000', 'X-Cache': 'hit', Age: '34' },
    });
    await page.getByLabel('project').fill('abc');
    await run(page);
    const status = page.locator('.status [role=status]').first();
    await expect
      .poll(() => status.textContent())
      .toMatch(/^1 row · cut at 1,000 · kept 34 s ago · [\d.,]+ ms$/);
    expect(await page.locator('.request-id code').textContent()).toBe('request-1');
  });

  it('keeps the rows of an endpoint that is edited up to date, with what was typed, and shows mistakes', async () => {
    const news = createNewsroom();
    const service = fakeService([endpointWith({})], { followsNews: true });
    service.app.get('/news', async ({ req }) =>
      responseOf(await newsAnswer(news, searchOf(req.url))),
    );
    const page = await open(service.app, { hash: '#/logs.all?project=abc' });
    await page.getByText('3 rows').waitFor();
    news.publish('endpoints/a.yaml:3:1 error <b>');
    const fault = page.locator('.news');
    await expect.poll(() => fault.textContent()).toBe('endpoints/a.yaml:3:1 error <b>');
    await page.getByLabel('project').fill('typed');
    await expect.poll(() => service.asked.at(-1)?.given).toEqual({ project: 'typed' });
    const before = service.asked.length;
    service.endpoints = [endpointWith({ summary: 'Other entries.' })];
    news.publish(null);
    await page.getByRole('article').getByText('Other entries.').waitFor();
    expect(await fault.count()).toBe(0);
    await expect.poll(() => service.asked.length).toBeGreaterThan(before);
    expect(service.asked.at(-1)?.given).toEqual({ project: 'typed' });
    news.close();
  });

  const HOSTILE = `"><img src=x onerror="told('ran')"><script>told('ran')</script>\u202e{{7*7}}`;

  it('shows hostile names, texts and rows as text', async () => {
    const page = await open(
      fakeService(
        [
          endpointWith({
            summary: HOSTILE,
            description: HOSTILE,
            aliases: [HOSTILE],
            query: HOSTILE,
            parameters: [
              param('project', 'string', {
                description: HOSTILE,
                example: HOSTILE,
                default: HOSTILE,
              }),
              param('step', 'enum', { values: [HOSTILE, 'hour'] }),
            ],
            fixed: [{ ...param('fixed', 'string', { description: HOSTILE }), value: HOSTILE }],
            columns: [{ ...column(HOSTILE, 'string'), description: HOSTILE, unit: HOSTILE }],
          }),
        ],
        { title: HOSTILE },
      ).app,
      { hash: '#/logs.all' },
    );
    await page.getByRole('heading', { name: 'logs.all' }).waitFor();
    for (const tab of ['Code', 'Result']) await page.getByRole('radio', { name: tab }).check();
    await page.getByText('About').click();
    await page.evaluate(
      `location.hash = '#/' + encodeURIComponent(${JSON.stringify(`no ${HOSTILE}`)})`,
    );
    await page.getByText('There is no endpoint').waitFor();
    await page.evaluate("location.hash = '#/'");
    await page.getByRole('article').getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.locator('img, body script').count()).toBe(0);
  });

  it('shows hostile values of the address, of filters, rows and faults as text', async () => {
    const texts = TEXTS.filter(text => text !== '');
    const given = new Map([
      ['project', [HOSTILE]],
      ['status__in', texts],
      ['id__contains', [texts.join('')]],
    ]);
    const fields = [{ name: HOSTILE, type: 'string', nullable: true, filter: 'path' }] as const;
    const endpoint = {
      ...FILTERED,
      parameters: [
        ...(FILTERED.parameters ?? []),
        param('path', 'string', { filter: { name: 'path', operator: 'eq' } }),
      ],
      columns: [column('id', 'string'), { ...column('meta', 'record'), fields }],
    };
    const place = formatPlace({ ...FRONT, endpoint: 'logs.all', given, view: HOSTILE });
    const { page, service } = await show(endpoint, place);
    await page.getByText('3 rows').waitFor();
    const asked = () => ({ ...service.asked.at(-1)?.given });
    const sent = { project: HOSTILE, status__in: texts, id__contains: texts.join('') };
    expect(asked()).toEqual(sent);
    expect(await page.locator('.chip').count()).toBe(texts.length);
    await page.reload();
    await page.getByText('3 rows').waitFor();
    expect(asked()).toEqual(sent);
    service.answer = () => ({ rows: [{ id: HOSTILE, meta: { [HOSTILE]: HOSTILE } }] });
    await run(page);
    await page.getByRole('button', { name: /^Filter by meta/ }).click();
    await expect.poll(asked).toEqual({ ...sent, path: HOSTILE });
    service.answer = () => ({
      faults: texts.map((text, at) => ({ name: at === 0 ? 'status__in' : text, message: text })),
    });
    await run(page);
    await page.locator('.filter .fault').waitFor();
    await page.setViewportSize({ width: 390, height: 820 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.locator('img, body script').count()).toBe(0);
    expect(await page.evaluate("'pwned' in globalThis")).toBe(false);
  });

  it('is one column on a phone, whose endpoints are behind a button', async () => {
    const service = fakeService([endpointWith({})]);
    const page = await open(service.app, { width: 390 });
    await page.getByRole('article').getByRole('heading', { name: 'Logs' }).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Endpoints' });
    expect(await navigation.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Endpoints' }).click();
    await navigation.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'logs.all' }).waitFor();
    expect(await navigation.isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('keeps a theme that is chosen, and follows the system otherwise', async () => {
    const page = await open(fakeService([]).app, { colorScheme: 'dark' });
    const scheme = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await scheme();
    await page.getByRole('radio', { name: 'light' }).check();
    await expect.poll(scheme).not.toBe(dark);
    await page.reload();
    await page.getByRole('radio', { name: 'light' }).waitFor();
    await expect.poll(scheme).not.toBe(dark);
    await page.getByRole('radio', { name: 'system' }).check();
    await expect.poll(scheme).toBe(dark);
  });
});
