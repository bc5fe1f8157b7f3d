/** Strangers' texts in the key file: as values, as names of parameters and keys, as globs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeyFileError } from '../../../server/access/keys/key-file.ts';
import { openKeyRing } from '../../../server/access/keys/key-ring.ts';
import { createKey, listKeys, revokeKey } from '../../../server/access/keys/keys.ts';
import { digest } from '../../../server/access/tokens.ts';
import { ATTACKS, encoded, isText, TEXTS } from './corpus.ts';
import { type Ask, asker, expectPlainLog, together } from './heard.ts';
import { keysOf } from './keys-of.ts';
import { comparable, logsOf, thingsOf, usageOf } from './rows.ts';
import type { Opened } from './service.ts';
import { appOver, MANIFEST, open } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
let opened: Opened;
let before: string;
beforeAll(async () => {
  opened = await open('duckdb');
  before = await opened.fingerprint();
});
afterAll(async () => {
  expect(await opened.fingerprint()).toBe(before);
  await opened.close();
  rmSync(folder, { recursive: true });
});

const LOGS = '/api/endpoints/logs.all';
const COUNTS = '/api/endpoints/usage.api-counts?interval=minutely';
const STATS = '/api/endpoints/functions.invocation-stats';
const ALL = '/api/endpoints/things.all';

/** Whether a column can have the name, as docs/language.md says it. */
const isOfColumn = (name: string) =>
  name.length <= 128 &&
  /^[\p{L}\p{Nd}_][\p{L}\p{Nd} _+%&#:=<>|-]*$/u.test(name) &&
  !name.endsWith(' ');

describe('what the key file says', () => {
  const secrets: string[] = [];
  let asked = 0;
  let logs = '';
  /** For all keys of one file: each is asked with, and all that is said is listened to. */
  const withKeys = async (
    { ring, held }: Awaited<ReturnType<typeof keysOf>>,
    work: (ask: Ask, text: string) => Promise<void>,
  ) => {
    const tokens = held.map(({ token }) => token);
    secrets.push(...tokens.map(token => token.slice(3)));
    const { app, log } = appOver(opened.engine, ring);
    await together(held, 8, async ({ text, token }) => {
      const asking = asker(app, [token, digest(token).toString('hex')]);
      await work(async (path, headers = {}) => {
        asked += 1;
        return asking(path, { 'X-API-KEY': token, ...headers });
      }, text);
    });
    ring.close();
    logs += await log();
  };

  test('an attack as a bound value is that value', async () => {
    const keys = await keysOf(folder, 'values', TEXTS, project => ({ params: { project } }));
    await withKeys(keys, async (ask, text) => {
      const own = await ask(LOGS);
      const same = await ask(`${LOGS}?project=${encoded(text)}`);
      const other = await ask(`${LOGS}?project=hom`);
      const counts = await ask(COUNTS);
      expect(other.status).toBe(403);
      if (!isText(text)) return expect([own.status, counts.status]).toEqual([403, 403]);
      for (const heard of [own, same]) {
        expect(comparable(heard.rows, ['id', 'event_message', 'url'])).toEqual(logsOf(text));
      }
      // Too long a literal, or too dear to search for, is a value that the parameter cannot have.
      if (counts.status === 403) return expect([...text].length).toBeGreaterThan(60);
      expect(comparable(counts.rows, ['timestamp', 'total_rest_requests'])).toEqual(
        usageOf(url => url.includes(text)),
      );
    });
  });

  test('an attack as a bound value beside another parameter changes nothing there', async () => {
    const texts = TEXTS.filter(isText);
    const keys = await keysOf(folder, 'both', texts, text => ({ params: { text } }));
    await withKeys(keys, async (ask, text) => {
      const found = await ask(`${ALL}?whole=3`);
      expect(comparable(found.rows, ['id', 'text'])).toEqual(
        thingsOf(thing => thing.text === text && thing.whole === 3n),
      );
      expect((await ask(`${ALL}?text=${encoded(`${text}x`)}`)).status).toBe(403);
      expect((await ask(LOGS)).status).toBe(403);
    });
  });

  test('an attack as the name of a bound parameter leaves no endpoint', async () => {
    const texts = [...TEXTS, 'PROJECT', 'project ', ' project'];
    const keys = await keysOf(folder, 'names', texts, name => ({
      // As JSON has it: a literal would set the prototype.
      params: JSON.parse(`{${JSON.stringify(name)}: "home"}`),
    }));
    await withKeys(keys, async ask => {
      for (const path of [
        `${LOGS}?project=home`,
        `${COUNTS}&project=home`,
        `${STATS}?project=home`,
        ALL,
      ]) {
        expect((await ask(path)).status).toBe(403);
      }
      const listed = JSON.parse((await ask('/api/endpoints')).body);
      expect(listed).toMatchObject({ result: [] });
    });
  });

  test('an attack as the name of a hidden column hides what has the name, or makes the file invalid', async () => {
    const all = [...TEXTS, 'TEXT', 'text ', 'tag:text', 'id,text'];
    const texts = all.filter(isOfColumn);
    expect(texts.length).toBeGreaterThan(10);
    const keys = await keysOf(folder, 'hidden', texts, name => ({ hide: [name, 'text'] }));
    await withKeys(keys, async ask => {
      const { rows } = await ask(`${ALL}?whole=3`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(row => !('text' in row) && 'id' in row)).toBe(true);
      expect((await ask(`${ALL}?text=a`)).status).toBe(403);
    });
    for (const name of all.filter(text => !isOfColumn(text))) {
      const opening = keysOf(folder, 'refused', [name], hidden => ({ hide: [hidden] }));
      await expect(opening).rejects.toBeInstanceOf(KeyFileError);
    }
  });

  test('an attack as a glob names what it names', async () => {
    const keys = await keysOf(folder, 'globs', TEXTS, glob => ({ endpoints: [glob] }));
    const names = MANIFEST.endpoints.map(({ name }) => name);
    await withKeys(keys, async (ask, glob) => {
      const parts = glob.split('*').map(part => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
      const pattern = new RegExp(`^${parts.join('[^]*')}$`);
      const allowed = names.filter(name => pattern.test(name));
      const { rows } = await ask('/api/endpoints');
      expect(rows.map(({ name }) => name)).toEqual(allowed);
      const heard = await ask(`${LOGS}?project=x`);
      expect([glob, heard.status]).toEqual([glob, allowed.includes('logs.all') ? 200 : 403]);
    });
  });

  test('an attack as the name of a key names that key, or is refused', async () => {
    const path = join(folder, 'named.json');
    let made = 0;
    for (const name of TEXTS.filter(
      (text, index) => index % 3 === 0 || ATTACKS['lines']?.includes(text),
    )) {
      // Controls, marks of direction, halves of characters and what nobody has assigned would lie in a terminal.
      const isPlain = [...name].length <= 128 && !/\p{C}/u.test(name);
      const creating = createKey(path, { name }, new Date('2026-01-01'));
      if (!isPlain) {
        await expect(creating).rejects.toBeInstanceOf(KeyFileError);
        continue;
      }
      made += 1;
      const { id, token } = await creating;
      secrets.push(token.slice(3));
      expect((await listKeys(path)).at(-1)).toMatchObject({ id, name });
      expect(await readFile(path, 'utf8')).not.toContain(token.slice(3));
      const ring = await openKeyRing(path, () => {});
      const { app, log } = appOver(opened.engine, ring);
      const heard = await asker(app, [token])(`${LOGS}?project=home`, { 'X-API-KEY': token });
      expect([heard.status, JSON.parse(await log()).key]).toEqual([200, id]);
      ring.close();
      if (made % 2 === 0) expect(await revokeKey(path, name)).toBe(true);
    }
    expect((await listKeys(path)).length).toBe(Math.ceil(made / 2));
    expect(made).toBeGreaterThan(60);
  });

  test('and the log has a plain line for each request, and no key', () => {
    expect(asked).toBeGreaterThan(3_000);
    expectPlainLog(logs, asked, []);
    for (const secret of secrets) expect(logs.includes(secret)).toBe(false);
  });
});
