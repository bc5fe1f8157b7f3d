import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticate } from '../../../server/access/authenticate.ts';
import { KeyFileError, parseKeys, readKeys } from '../../../server/access/keys/key-file.ts';
import { type KeyRing, openKeyRing } from '../../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../../server/access/keys/key-set.ts';
import {
  type CreatedKey,
  createKey,
  listKeys,
  type NewKey,
  replaceKey,
  revokeKey,
} from '../../../server/access/keys/keys.ts';
import { createToken, digest, isToken } from '../../../server/access/tokens.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { usually } from '../../support/usually.ts';
import { madeKey } from '../server-fixture.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
  path = join(folder, 'deep', 'keys.json');
});
afterEach(() => rm(folder, { recursive: true }));

/** The members that a key must have. */
const WHOLE = `"id":"a","name":"b","sha256":"${'0'.repeat(64)}","created":"2026-01-01T00:00:00Z","expires":null,"endpoints":[],"params":{}`;

describe('tokens', () => {
  it('have a prefix, 256 bits and a checksum that sees every slip', () => {
    const token = createToken();
    expect(token).toMatch(/^qk_[0-9A-Za-z]{49}$/);
    expect(createToken()).not.toBe(token);
    expect(isToken(token)).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: token.length - 1 }), at => {
        const other = token[at] === 'x' ? 'y' : 'x';
        expect(isToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('are no other text', () => {
    fc.assert(fc.property(unicodeText(), text => !isToken(text)));
    expect(isToken(` ${createToken()}`)).toBe(false);
    expect(isToken(`${createToken()}\n`)).toBe(false);
  });
});

describe('the key file', () => {
  it('holds digests only, for its owner only', async () => {
    const { id, token } = await createKey(path, {
      name: 'ci',
      endpoints: ['usage.*'],
      params: { project: 'abc' },
      expires: new Date('2030-01-01T00:00:00Z'),
    });
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.slice(3, 20));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'deep'))).mode & 0o777).toBe(0o700);
    const [key] = (await readKeys(path)) ?? [];
    expect(key).toMatchObject({
      id,
      name: 'ci',
      sha256: digest(token).toString('hex'),
      endpoints: ['usage.*'],
      params: { project: 'abc' },
      expires: '2030-01-01T00:00:00.000Z',
    });
    const [shown] = await listKeys(path);
    expect(shown).toMatchObject({ id, name: 'ci' });
    expect(shown).not.toHaveProperty('sha256');
    expect(await readdir(join(folder, 'deep'))).toEqual(['keys.json', 'keys.json.log']);
    expect(await readFile(`${path}.log`, 'utf8')).not.toMatch(/abc|sha256|qk_/);
    expect((await stat(`${path}.log`)).mode & 0o777).toBe(0o600);
  });

  it('refuses a second key of one name, and one without', async () => {
    await createKey(path, { name: 'ci' });
    await expect(createKey(path, { name: 'ci' })).rejects.toThrow('a key named `ci` exists');
    for (const name of ['', 'a\u001b[2J', 'x'.repeat(129)]) {
      await expect(createKey(path, { name })).rejects.toThrow('printable');
    }
    await expect(createKey(path, { name: 'x', params: { p: '' } })).rejects.toThrow(KeyFileError);
    expect(await listKeys(path)).toHaveLength(1);
  });

  it.each<[Partial<NewKey>, string]>([
    [{ endpoints: ['logs', ''] }, 'the name of an endpoint is empty'],
    [{ expires: new Date(Number.NaN) }, 'is not a date and time'],
    [{ rate: 0 }, 'the rate of a key is a number from 0.001 to 1000000'],
    [{ rate: Number.NaN }, 'the rate of a key is a number'],
    [{ concurrency: 1.5 }, 'the concurrency of a key is a whole number from 1 to 256'],
  ])('is not touched by a key of %j', async (wanted, told) => {
    for (const make of [createKey, replaceKey]) {
      const made = make(path, { name: 'x', ...wanted });
      await expect(made).rejects.toMatchObject({ name: 'KeyFileError', fault: 'request' });
      await expect(made).rejects.toThrow(told);
    }
    expect(await readKeys(path)).toBe(null);
  });

  it('is read back whatever key was accepted', async () => {
    const texts = unicodeText({ maxLength: 4 });
    const wanted = fc.record<NewKey>(
      {
        name: fc.string({ minLength: 1, maxLength: 8 }),
        endpoints: fc.array(texts, { maxLength: 3 }),
        params: fc.dictionary(texts, texts, { maxKeys: 3 }),
        expires: fc.date({ noInvalidDate: false }),
        rate: fc.double({ min: 0.001, max: 1_000_000, noNaN: true }),
        concurrency: fc.integer({ min: 1, max: 256 }),
      },
      { requiredKeys: ['name'] },
    );
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(wanted, async key => {
        await rm(path, { force: true });
        const made = await createKey(path, key).catch((cause: unknown) => cause);
        if (made instanceof KeyFileError) {
          expect(await readKeys(path)).toBe(null);
          return;
        }
        accepted += 1;
        const { endpoints = ['*'], params = {}, expires } = key;
        const kept = { ...key, endpoints, params, expires: expires?.toISOString() ?? null };
        expect(await readKeys(path)).toMatchObject([kept]);
      }),
      { numRuns: usually(200, 4) },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it('replaces and revokes by name and by identifier', async () => {
    const first = await createKey(path, { name: 'demo' });
    const other = await createKey(path, { name: 'other' });
    const second = await replaceKey(path, { name: 'demo' });
    expect((await listKeys(path)).map(({ id }) => id)).toEqual([other.id, second.id]);
    expect(await revokeKey(path, first.id)).toBe(false);
    expect(await revokeKey(path, 'other')).toBe(true);
    expect(await revokeKey(path, second.id)).toBe(true);
    expect(await listKeys(path)).toEqual([]);
    expect(await revokeKey(join(folder, 'none.json'), 'x')).toBe(false);
  });

  it('keeps a link a link', async () => {
    const real = join(folder, 'real.json');
    await writeFile(real, '{"format":1,"keys":[]}');
    const link = join(folder, 'link.json');
    await symlink(real, link);
    await createKey(link, { name: 'ci' });
    expect(await listKeys(real)).toHaveLength(1);
  });

  it.each([
    ['', 'not JSON'],
    ['[]', 'no JSON object'],
    ['{"format":2,"keys":[]}', '`format`'],
    ['{"format":1}', '`keys`'],
    ['{"format":1,"keys":[1]}', '`keys[0]`'],
    ['{"format":1,"keys":[{"id":"a"}]}', '`keys[0].name`'],
    ['{"format":1,"keys":[],"key":[]}', '`key` of the key file is unknown; use `keys`, if that'],
    [
      `{"format":1,"keys":[{${WHOLE},"hides":["email"]}]}`,
      '`keys[0].hides` of the key file is unknown; use `hide`',
    ],
    [
      `{"format":1,"keys":[{${WHOLE},"hide":"email"}]}`,
      '`keys[0].hide` of the key file is not a list',
    ],
    [
      `{"format":1,"keys":[{${WHOLE},"hide":["email,phone"]}]}`,
      '`keys[0].hide` of the key file is not a list of names of columns and tags',
    ],
    [
      `{"format":1,"keys":[{${WHOLE},"hide":["email","tag:"]}]}`,
      '`keys[0].hide` of the key file is not a list of names of columns and tags',
    ],
  ])('names what is wrong in %s', (text, what) => {
    expect(() => parseKeys(text)).toThrow(KeyFileError);
    expect(() => parseKeys(text)).toThrow(what);
  });

  it('is told of in words where the file system says no', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const inside of [join(file, 'keys.json'), join(file, 'deep', 'keys.json')]) {
      const made = createKey(inside, { name: 'ci' });
      await expect(made).rejects.toMatchObject({
        name: 'KeyFileError',
        fault: 'system',
        message: expect.stringContaining('cannot be created: a '),
      });
    }
    await expect(readKeys(folder)).rejects.toThrow('cannot be read: it is a directory');
  });

  it('is not written over when it is broken', async () => {
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{"format":1,');
    await expect(createKey(broken, { name: 'ci' })).rejects.toThrow('not JSON');
    expect(await readFile(broken, 'utf8')).toBe('{"format":1,');
    expect(await readdir(folder)).toEqual(['broken.json']);
  });
});

describe('the running service', () => {
  const rings: KeyRing[] = [];
  const open = async (tell: (fault: string | null) => void, lookEveryMs?: number) => {
    const ring = await openKeyRing(path, tell, lookEveryMs);
    rings.push(ring);
    return ring;
  };
  afterEach(() => {
    for (const ring of rings.splice(0)) ring.close();
  });
  const LOOK_EVERY_MS = 2;
  /** At once: nobody sees a half of it. */
  const replaceFile = async (text: string) => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  const holds = (ring: KeyRing, { token }: CreatedKey) =>
    ring.current().find(token, Date.now())?.name ?? null;

  it('sees new and revoked keys', async () => {
    const one = await createKey(path, { name: 'one' });
    const complaints: (string | null)[] = [];
    const ring = await open(fault => complaints.push(fault), LOOK_EVERY_MS);
    expect(holds(ring, one)).toBe('one');
    const two = await createKey(path, { name: 'two' });
    await expect.poll(() => holds(ring, two)).toBe('two');
    expect(holds(ring, one)).toBe('one');
    await revokeKey(path, 'one');
    await expect.poll(() => holds(ring, one)).toBeNull();
    expect(holds(ring, two)).toBe('two');
    expect(complaints).toEqual([]);
  });

  it('says once what it meets with every look', async () => {
    await createKey(path, { name: 'one' });
    const complaints: (string | null)[] = [];
    await open(fault => complaints.push(fault), LOOK_EVERY_MS);
    await rm(dirname(path), { recursive: true });
    await writeFile(dirname(path), 'no directory');
    const told = `\`${path}\` cannot be read: a part of the path is not a directory (ENOTDIR)`;
    await expect.poll(() => complaints.at(-1)).toBe(told);
    await new Promise(done => setTimeout(done, 10 * LOOK_EVERY_MS));
    expect(complaints.filter(complaint => complaint === told)).toHaveLength(1);
  });

  it('keeps the old keys while the new file is broken or gone, and says so once', async () => {
    const one = await createKey(path, { name: 'one' });
    const complaints: (string | null)[] = [];
    const ring = await open(fault => complaints.push(fault), LOOK_EVERY_MS);
    await writeFile(path, '{"format":1,"keys":[');
    await expect.poll(() => complaints).toEqual([`\`${path}\`: the key file is not JSON`]);
    expect(holds(ring, one)).toBe('one');
    await rm(path);
    await expect.poll(() => complaints[1]).toBe(`\`${path}\` does not exist`);
    expect(holds(ring, one)).toBe('one');
    await replaceFile('{"format":1,"keys":[]}');
    await expect.poll(() => complaints.slice(2)).toEqual([null]);
    expect(holds(ring, one)).toBeNull();
    expect(complaints).toHaveLength(3);
  });

  it('does not wait for a pipe', async () => {
    const one = await createKey(path, { name: 'one' });
    const complaints: (string | null)[] = [];
    const ring = await open(fault => complaints.push(fault), LOOK_EVERY_MS);
    execFileSync('mkfifo', [`${path}.new`]);
    await rename(`${path}.new`, path);
    await expect.poll(() => complaints).toEqual([`\`${path}\` is not a file`]);
    await replaceFile('{"format":1,"keys":[]}');
    await expect.poll(() => holds(ring, one)).toBeNull();
  });

  it('looks no more once it is closed', async () => {
    const one = await createKey(path, { name: 'one' });
    const complaints: (string | null)[] = [];
    const other = await open(() => {}, LOOK_EVERY_MS);
    let isClosed = false;
    const [idle, busy]: KeyRing[] = [
      await open(fault => complaints.push(fault), LOOK_EVERY_MS),
      // In the middle of a look.
      await open(() => {
        busy?.close();
        isClosed = true;
      }, LOOK_EVERY_MS),
    ];
    idle?.close();
    await writeFile(path, '{"format":1,');
    await expect.poll(() => isClosed).toBe(true);
    await writeFile(path, '{"format":1,"keys":[]}');
    await expect.poll(() => holds(other, one)).toBeNull();
    await new Promise(done => setTimeout(done, 20 * LOOK_EVERY_MS));
    expect([idle, busy].map(ring => ring && holds(ring, one))).toEqual(['one', 'one']);
    expect(complaints).toEqual([]);
  });

  it('does not begin without a good file', async () => {
    await expect(openKeyRing(path, () => {})).rejects.toThrow('does not exist');
    const broken = join(folder, 'broken.json');
    await writeFile(broken, 'x');
    await expect(openKeyRing(broken, () => {})).rejects.toThrow('not JSON');
  });
});

describe('a set of keys', () => {
  it('finds each key by its token, and none by the digest or another token', () => {
    const made = Array.from({ length: 50 }, (_, index) => madeKey({ name: `key ${index}` }));
    const keys = createKeySet(made.map(({ key }) => key));
    expect(keys.size).toBe(50);
    for (const { key, token } of made) {
      expect(keys.find(token, 0)).toBe(key);
      expect(keys.find(key.sha256, 0)).toBeNull();
    }
    expect(keys.find(createToken(), 0)).toBeNull();
    expect(createKeySet([]).find(createToken(), 0)).toBeNull();
  });

  it('ends a key at the very millisecond at which it expires', () => {
    const { key, token } = madeKey({ expires: '2026-01-15T00:00:00.000Z' });
    const keys = createKeySet([key]);
    const end = Date.parse('2026-01-15T00:00:00.000Z');
    expect(keys.find(token, end - 1)).toBe(key);
    expect(keys.find(token, end)).toBeNull();
  });
});

describe('headers', () => {
  const now = Date.parse('2026-01-15T00:00:00Z');
  const setUp = async () => {
    const one = await createKey(path, { name: 'one' });
    const two = await createKey(path, { name: 'two' });
    const past = await createKey(path, { name: 'past', expires: new Date(now) });
    const keys = createKeySet((await readKeys(path)) ?? []);
    const ask = (pairs: [string, string][]) => {
      const headers = new Headers(pairs);
      return authenticate(name => headers.get(name), { keys, jwt: null }, now);
    };
    return { one, two, past, ask };
  };

  it('accept either header, and both when they agree', async () => {
    const { one, ask } = await setUp();
    const key = { ok: true, key: { name: 'one' } };
    expect(ask([['x-api-key', one.token]])).toMatchObject(key);
    expect(ask([['Authorization', `Bearer ${one.token}`]])).toMatchObject(key);
    expect(ask([['authorization', `bearer  ${one.token}`]])).toMatchObject(key);
    const both: [string, string][] = [
      ['X-API-KEY', one.token],
      ['Authorization', `Bearer ${one.token}`],
    ];
    expect(ask(both)).toMatchObject(key);
    expect(
      ask([
        ['X-API-KEY', one.token],
        ['Authorization', 'Basic eDp5'],
      ]),
    ).toMatchObject(key);
  });

  it('refuse two keys, duplicates, expired and unknown ones', async () => {
    const { one, two, past, ask } = await setUp();
    const refused = { ok: false, reason: 'refused' };
    const pairs: [string, string][][] = [
      [
        ['X-API-KEY', one.token],
        ['Authorization', `Bearer ${two.token}`],
      ],
      [
        ['X-API-KEY', one.token],
        ['X-API-KEY', one.token],
      ],
      [
        ['Authorization', `Bearer ${one.token}`],
        ['Authorization', `Bearer ${one.token}`],
      ],
      [['X-API-KEY', past.token]],
      [['X-API-KEY', createToken()]],
      [['X-API-KEY', '']],
      [['Authorization', `Bearer ${one.token}x`]],
    ];
    for (const pair of pairs) expect(ask(pair)).toEqual(refused);
    expect(ask([])).toEqual({ ok: false, reason: 'absent' });
    expect(ask([['Authorization', `Basic ${one.token}`]])).toEqual({ ok: false, reason: 'absent' });
  });

  it('never throw and never let a stranger in', async () => {
    const { ask } = await setUp();
    const value = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map(String.fromCharCode) });
    fc.assert(
      fc.property(value, value, (own, bearer) => {
        expect(
          ask([
            ['X-API-KEY', own],
            ['Authorization', `Bearer ${bearer}`],
          ]),
        ).toMatchObject({ ok: false });
      }),
    );
  });
});
