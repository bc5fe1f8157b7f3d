import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { buildExplorer } from '../../../explorer/build.mjs';
import { createExplorer } from '../../../server/pages/explorer.ts';
import { ROOT } from '../../support/root.ts';

const FOLDER = join(ROOT, 'templates/explorer');

describe('the files of the explorer', async () => {
  const built = await buildExplorer();

  test('are those that the sources give, each time the same', async () => {
    expect([...(await buildExplorer())]).toEqual([...built]);
    expect(existsSync(FOLDER)).toBe(true);
    expect(readdirSync(FOLDER).sort()).toEqual([...built.keys()].sort());
    for (const [name, text] of built) expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
  });

  test('have 120 kB at most as they are sent', () => {
    const sent = ['index.html', 'explorer.css', 'explorer.js'].map(name =>
      gzipSync(built.get(name) ?? ''),
    );
    expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(120_000);
  });

  test('name the licences of all that they contain', () => {
    const licences = built.get('LICENSES.txt') ?? '';
    for (const name of ['preact', 'uplot', '@tanstack/virtual-core']) {
      expect(licences).toMatch(new RegExp(`^${name}\\n\\n.*MIT`, 'm'));
    }
  });

  test('are kept by browsers under an address of their own, the page itself is not', () => {
    const { page, script, style } = createExplorer({ asksKey: true, followsNews: false });
    const html = String(page().body?.identity.bytes.toString());
    for (const [file, answer] of [
      ['explorer.js', script()],
      ['explorer.css', style()],
    ] as const) {
      expect(answer.headers['Cache-Control']).toContain('immutable');
      expect(answer.body?.identity.bytes.toString()).toBe(built.get(file));
      const tag = answer.body?.identity.etag().replaceAll('"', '');
      expect(html).toContain(`"./${file}?v=${tag}"`);
    }
    expect(page().headers['Cache-Control']).toBe('no-cache');
    expect(page().headers['Content-Security-Policy']).not.toContain('unsafe');
    expect(html).toContain('<body data-key>');
  });

  test('have the names of all engines for people', () => {
    const titles = [...DIALECTS.values()].map(({ name, title }) => `${name}:"${title}"`);
    expect(built.get('explorer.js')).toContain(`{${titles.join(',')}}`);
  });

  test('name no other place', () => {
    for (const name of ['index.html', 'explorer.css']) {
      expect(built.get(name)).not.toMatch(/https?:|@import|url\((?!data:|"data:)/);
    }
  });

  test('come from sources that set no markup', () => {
    const sources = readdirSync(join(ROOT, 'explorer'), { recursive: true, encoding: 'utf8' });
    const scripts = sources.filter(file => /\.tsx?$/.test(file));
    const setting = scripts.filter(file =>
      /innerHTML|insertAdjacent|eval\(|new Function/i.test(
        readFileSync(join(ROOT, 'explorer', file), 'utf8'),
      ),
    );
    expect(scripts.length).toBeGreaterThan(40);
    expect(setting).toEqual([]);
  });
});
