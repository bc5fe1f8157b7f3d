import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readTemplates } from '../../../cli/project/output/templates.ts';
import { openWorkspace } from '../../../cli/project/workspace.ts';
import { Failure } from '../../../cli/terminal/exit.ts';
import { unmarked } from '../../../generator/core/output/marker.ts';
import { collector, renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { checkHoles, HOLES, templateFolder } from '../../../generator/emitters/templates.ts';
import { fill } from '../../../generator/emitters/text/fill.ts';
import { safe } from '../../../generator/emitters/text/writer.ts';
import { project, removeFolders } from '../../cli/cli-fixture.ts';
import { fences, readPage, table, withSections } from '../../pages/docs-markdown.ts';

function faults(text: string): string {
  const { diagnostics, report } = collector();
  checkHoles('python', { file: 'templates/python/pyproject.toml', text }, report);
  return renderDiagnostics(diagnostics);
}

function holesTable(): string {
  const rows = [...HOLES].map(([folder, holes]) => [
    `\`templates/${folder}\``,
    Object.entries(holes)
      .map(([name, meaning]) => `\`{{${name}}}\`: ${meaning}`)
      .join('; ') || 'none',
  ]);
  return table(['Folder', 'Holes'], rows);
}

describe('a hole', () => {
  const page = readPage('docs/diagnostics/unknown-hole.md', text =>
    withSections(text, { holes: holesTable }),
  );
  const block = (info: string) => fences(page).find(fence => fence.info === info)?.text ?? '';

  it('that nothing fills is told where it stands', () => {
    expect(faults(block('toml wrong'))).toBe(block('text told'));
    expect(faults(block('toml right'))).toBe('');
  });

  it('that is near none is told with the way to write braces', () => {
    expect(faults('x = {{threshold}}')).toContain(
      'Use one of `package`, `sample`, `endpoint`, `call`.',
    );
    const { diagnostics, report } = collector();
    checkHoles('none', { file: 'templates/none/a', text: '{{threshold}}' }, report);
    expect(renderDiagnostics(diagnostics)).toContain('Put a space between the braces');
  });

  it.each([
    '{{ package }}',
    '{ {package} }',
    '{{}}',
    '{{1}}',
    '{{a.b}}',
    "{{'a'}}",
    '{{\npackage}}',
  ])('is not %j', text => {
    expect(faults(text)).toBe('');
    expect(fill(text, {})).toBe(text);
  });

  it('is listed on its page, and no other is', () => {
    expect(page).toBe(withSections(page, { holes: holesTable }));
  });
});

describe('filling', () => {
  it('puts the value wherever the hole is, and reads nothing in it', () => {
    const value = safe('$& $1 {{package}}');
    expect(fill('a {{package}}, {{package}}', { package: value })).toBe(`a ${value}, ${value}`);
  });

  it('leaves all else as it is', () => {
    const anyText = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const text = `${before}|{{package}}|${after}`;
        expect(fill(text, { package: safe('x') })).toBe(`${before}|x|${after}`);
      }),
    );
  });

  it('keeps the indentation of a value of several lines', () => {
    const filled = fill('a:\n    b.{{call}};\n{{call}}', { call: safe('c(\n    d\n\n)') });
    expect(filled).toBe('a:\n    b.c(\n        d\n\n    );\nc(\n    d\n\n)');
  });

  it('fails for a hole without a value, also one that all objects have', () => {
    expect(() => fill('{{package}}', {})).toThrow('nothing fills {{package}}');
    expect(() => fill('{{toString}}', {})).toThrow('nothing fills {{toString}}');
  });
});

describe('a path below templates', () => {
  it.each([
    ['typescript/a/b.ts', 'typescript'],
    ['go/a', 'go'],
    ['toString/a', null],
    ['docs.html', null],
    ['vendor/a.js', null],
  ])('%s is in %s', (path, folder) => {
    expect(templateFolder(path)).toBe(folder);
  });
});

describe("a project's templates", () => {
  afterAll(removeFolders);

  const OURS = {
    'ours/typescript/runtime.ts': 'ours',
    'ours/python/_runtime.py': 'ours',
    'ours/docs.html': 'ours',
  };
  const read = (files: Readonly<Record<string, string>>, prepare = (_: string) => {}) => {
    const { folder } = project({ ...OURS, ...files });
    prepare(folder);
    const workspace = openWorkspace({ cwd: folder, configFile: null, environment: {} });
    return () => Object.fromEntries(readTemplates(workspace, join(folder, 'ours')));
  };
  const told = (files: Readonly<Record<string, string>>) => {
    try {
      read(files)();
      return '';
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return renderDiagnostics(error.diagnostics);
    }
  };
  const plain = { 'typescript/runtime.ts': 'ours', 'python/_runtime.py': 'ours' };

  it('are ours where it has none', () => {
    expect(read({})()).toEqual(plain);
  });

  it('stand for ours of the same path, byte for byte', () => {
    const text = '\uFEFFtheirs\r\n{{package}}';
    expect(read({ 'templates/typescript/runtime.ts': text })()).toEqual({
      ...plain,
      'typescript/runtime.ts': text,
    });
  });

  it.each(['templates', 'templates/python'])('need a folder: `%s` is a file', path => {
    const { folder, put } = project();
    put(path, '');
    const workspace = openWorkspace({ cwd: folder, configFile: null, environment: {} });
    expect(() => readTemplates(workspace)).toThrow(
      new Failure(3, `\`${path}\` cannot be read: a part of the path is not a directory (ENOTDIR)`),
    );
  });

  it('may be ours, by another name', () => {
    const link = (folder: string) => symlinkSync(join(folder, 'ours'), join(folder, 'templates'));
    expect(read({}, link)()).toEqual(plain);
  });

  it('may lie beside what is not for us', () => {
    const files = {
      'templates/mail.html': '{{x}}',
      'templates/web/a.ts': '',
      'templates/go/.x': '',
    };
    expect(read(files)()).toEqual(plain);
  });

  it('that stand for none are told with what may be meant', () => {
    expect(told({ 'templates/typescript/runtimes.ts': 'x' })).toBe(
      `templates/typescript/runtimes.ts:1:1 error[unknown-template] The file replaces no template: there is no \`templates/typescript/runtimes.ts\`
  1 | x
    | ^
  hint: Use \`templates/typescript/runtime.ts\`, if that is meant.
`,
    );
    expect(told({ 'templates/go/a/b.go': '' })).toContain('error[unknown-template]');
    expect(told({ 'templates/typescrip/README.md': '' })).toBe(
      `templates/typescrip:1:1 error[unknown-template] The folder contains no templates: there is no \`templates/typescrip\`
  hint: Use \`typescript\`, if that is meant.
`,
    );
    expect(told({ 'templates/Python/README.md': '' })).toContain('templates/Python:1:1');
  });

  it('with unknown holes are told all at once', () => {
    const found = told({
      'templates/typescript/runtime.ts': 'a {{b}}\n{{package}}\n  {{toString}}',
      'templates/python/_runtime.py': '{{module}}',
    });
    expect(found.match(/^templates\S+ \S+/gm)).toEqual([
      'templates/python/_runtime.py:1:1 error[unknown-hole]',
      'templates/typescript/runtime.ts:1:3 error[unknown-hole]',
      'templates/typescript/runtime.ts:3:3 error[unknown-hole]',
    ]);
  });

  it('that are no text are told', () => {
    const { folder } = project({ ...OURS, 'templates/python/_runtime.py': '' });
    writeFileSync(join(folder, 'templates/python/_runtime.py'), new Uint8Array([0x61, 0xe9]));
    const workspace = openWorkspace({ cwd: folder, configFile: null, environment: {} });
    expect(() => readTemplates(workspace, join(folder, 'ours'))).toThrow(Failure);
  });

  it.each([...HOLES])('reach what is generated for %s, filled', async (language, holes) => {
    const ours = readTemplates(openWorkspace({ cwd: '.', configFile: null, environment: {} }));
    const paths = [...ours.keys()].filter(path => path.startsWith(`${language}/`));
    expect(paths.length).toBeGreaterThan(1);
    const text = Object.keys(holes).map(name => `<{{${name}}}>`);
    const { quern, folder } = project(
      Object.fromEntries(
        paths.map(path => {
          const theirs = `theirs ${text.join('')}\n`;
          // code that is none is a fault
          return [`templates/${path}`, /\.(js|ts)$/.test(path) ? `/*${theirs}*/` : theirs];
        }),
      ),
    );
    expect(await quern(['generate', '--quiet'])).toMatchObject({ exit: 0, stderr: '' });
    const output = join(folder, 'generated/clients', language);
    const theirs = readdirSync(output, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => unmarked(entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')))
      .map(text => (text.startsWith('/*') ? text.slice(2, -2) : text))
      .filter(text => text.startsWith('theirs '));
    expect(theirs).toHaveLength(paths.length);
    const filled = new RegExp(`^theirs (<[^]+>){${text.length}}\n$`);
    expect(theirs.filter(text => !filled.test(text) || /\{\{\w+\}\}/.test(text))).toEqual([]);
  });

  it('that do not parse are told where they break, and nothing is written', async () => {
    const page = readFileSync('docs/diagnostics/invalid-template.md', 'utf8');
    const block = (info: string) => fences(page).find(fence => fence.info === info)?.text ?? '';
    const path = 'templates/typescript/retry.js';
    const wrong = project({
      [path]: block('js wrong'),
      'templates/typescript/errors.d.ts': 'export interface A { b: }',
      'templates/typescript/README.md': 'export const = 1;',
    });
    const { exit, stderr } = await wrong.quern(['generate']);
    expect(stderr).toContain(block('text told'));
    expect(stderr).toContain('templates/typescript/errors.d.ts:1:25 error[invalid-template]');
    expect(stderr.match(/error\[/g)).toHaveLength(2);
    expect(exit).toBe(1);
    expect(existsSync(join(wrong.folder, 'generated'))).toBe(false);
    const right = project({ [path]: block('js right') });
    expect(await right.quern(['generate', '--quiet'])).toMatchObject({ exit: 0, stderr: '' });
  });

  it('have faults that the command line tells, and nothing is written', async () => {
    const wrong = project({ 'templates/go/nothing.go': 'package nothing\n' });
    const { exit, stderr } = await wrong.quern(['generate']);
    expect(stderr).toContain('templates/go/nothing.go:1:1 error[unknown-template]');
    expect(exit).toBe(1);
    expect(existsSync(join(wrong.folder, 'generated'))).toBe(false);
  });
});

it('our own templates have only holes that are filled', () => {
  const ours = readTemplates(openWorkspace({ cwd: '.', configFile: null, environment: {} }));
  const { diagnostics, report } = collector();
  for (const [path, text] of ours) {
    const folder = templateFolder(path);
    if (folder !== null) checkHoles(folder, { file: path, text }, report);
  }
  expect(renderDiagnostics(diagnostics)).toBe('');
});
