import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DIALECTS, ENGINE_NAMES, ENGINES, type EngineName } from '../engines/index.ts';
import { SCALARS } from '../generator/core/types/scalar.ts';
import { CLIENT_LANGUAGES } from '../generator/emitters/clients/index.ts';
import { ENUM, PARAM_TYPES } from '../generator/params/index.ts';
import { ROOT } from './support/root.ts';

/**
 * The rooms of the house and what each may import, besides itself. ARCHITECTURE.md draws the same picture.
 * A file belongs to the first room whose pattern its path matches.
 */
const ROOMS: readonly {
  readonly room: string;
  readonly files: RegExp;
  readonly mayImport: readonly string[];
}[] = [
  { room: 'specs', files: /^generator\/core\/spec\/(\w+-)?spec\.ts$/, mayImport: ['shape'] },
  { room: 'core', files: /^generator\/(?:core|functions)\//, mayImport: [] },
  { room: 'shape', files: /^generator\/shape\//, mayImport: ['core'] },
  {
    room: 'settings',
    files: /^(generator\/settings\/|engines\/\w+\/settings\.ts$)/,
    mayImport: ['core', 'shape'],
  },
  { room: 'params', files: /^generator\/params\//, mayImport: ['core'] },
  { room: 'language', files: /^generator\/language\//, mayImport: ['core', 'params'] },
  {
    room: 'print',
    files: /^generator\/sql\/print(\/|\.ts$)/,
    mayImport: ['core', 'params', 'sql', 'lower'],
  },
  { room: 'sql', files: /^generator\/sql\//, mayImport: ['core', 'params'] },
  { room: 'lower', files: /^generator\/lower\//, mayImport: ['core', 'sql'] },
  { room: 'patterns', files: /^engines\/\w+\/patterns\//, mayImport: ['core', 'params'] },
  {
    room: 'stored',
    files: /^engines\/(stored-types|\w+\/(stored-type|type-text|meaning))\.ts$/,
    mayImport: ['core'],
  },
  {
    room: 'dialects',
    files:
      /^engines\/\w+\/(functions\/\w+|dialect|callable|author-sql|own-sql|rollups|stored|types)\.ts$/,
    mayImport: ['core', 'sql', 'stored', 'patterns'],
  },
  {
    room: 'emitters',
    files: /^generator\/emitters\//,
    mayImport: ['core', 'shape', 'settings', 'language', 'params', 'sql', 'print', 'engines'],
  },
  { room: 'googlesql', files: /^generator\/googlesql\//, mayImport: ['core', 'params'] },
  { room: 'prove', files: /^generator\/prove\//, mayImport: ['core'] },
  { room: 'own', files: /^generator\/own\//, mayImport: ['core', 'params', 'sql'] },
  {
    room: 'phases',
    files:
      /^generator\/(load|validate|clauses|resolve|plan|specialize|saved)\/|^generator\/compile[\w-]*\.ts$/,
    mayImport: [
      'core',
      'specs',
      'shape',
      'language',
      'params',
      'sql',
      'lower',
      'print',
      'own',
      'googlesql',
      'prove',
      'engines',
      'emitters',
    ],
  },
  {
    room: 'engines',
    files: /^engines\/(record\.ts$|(\w+\/)?index\.ts$)/,
    mayImport: ['sql', 'settings', 'dialects', 'drivers', 'analysts'],
  },
  {
    room: 'analysis',
    files: /^engines\/support\/(analysis|analyst-child)\.ts$/,
    mayImport: ['engines', 'analysts', 'system'],
  },
  {
    room: 'analysts',
    files:
      /^engines\/((analyser|analyst|embedded)\.ts$|support\/(anal[\w-]+|entries)\.ts$|\w+\/(analyst|embedded)(\.ts$|\/))/,
    mayImport: [
      'core',
      'params',
      'sql',
      'own',
      'googlesql',
      'dialects',
      'stored',
      'system',
      'drivers',
    ],
  },
  { room: 'system', files: /^generator\/system\//, mayImport: [] },
  { room: 'write', files: /^generator\/write\//, mayImport: ['core', 'system'] },
  {
    room: 'config',
    files: /^generator\/config\//,
    mayImport: ['core', 'shape', 'settings', 'sql', 'engines', 'emitters', 'phases'],
  },
  {
    room: 'drivers',
    files: /^engines\//,
    mayImport: ['core', 'params', 'system', 'settings', 'stored', 'patterns'],
  },
  {
    room: 'door',
    files: /^server\/sandbox\/(statement|bounds|views)\.ts$/,
    mayImport: [
      'core',
      'params',
      'sql',
      'lower',
      'print',
      'googlesql',
      'engines',
      'phases',
      'server',
    ],
  },
  {
    room: 'translator',
    files: /^server\/sandbox\/translator-child\.ts$/,
    mayImport: ['system', 'engines', 'door', 'server'],
  },
  {
    room: 'server',
    files: /^server\//,
    mayImport: ['core', 'params', 'system', 'drivers', 'engines', 'door', 'googlesql'],
  },
  {
    room: 'cli',
    files: /^(cli\/|(index|vite|testing)\.ts$)/,
    mayImport: [
      'core',
      'specs',
      'shape',
      'settings',
      'language',
      'params',
      'sql',
      'lower',
      'print',
      'engines',
      'emitters',
      'phases',
      'own',
      'googlesql',
      'analysts',
      'analysis',
      'write',
      'config',
      'drivers',
      'server',
      'system',
    ],
  },
];
/** The files of the core that the service and the drivers of engines may import. */
const SERVER_MAY_READ =
  /^generator\/core\/\w+\/(compat|condition|constant|decimal|filters|formats|instant-text|json-object|scalar|endpoint|life|pages|param|progress|reserved-words|rollup-copy|statement|statement-key|tags|described|manifest|manifest-endpoint|manifest-fields|manifest-index|manifest-params|manifest-schema|manifest-statements|json-text|suggestion|words)\.ts$/;
/** Packages that only one room may import. */
const OWNED_PACKAGES: Readonly<Record<string, RegExp>> = {
  yaml: /^generator\/load\//,
  ajv: /^server\/answers\/manifest/,
  '@stricli/core': /^cli\//,
  'vscode-languageserver': /^cli\/lsp\//,
  '@modelcontextprotocol/sdk': /^server\/mcp\//,
  jose: /^server\/access\//,
  hono: /^server\//,
  '@hono/node-server': /^server\//,
  pino: /^server\//,
  'prom-client': /^server\//,
  '@opentelemetry/api': /^server\//,
  'lru-cache': /^server\//,
  '@redis/client': /^server\/shared\/redis\//,
  'apache-arrow': /^server\/answers\/formats\//,
  diff: /^generator\/write\//,
  'openapi-types': /^generator\/emitters\//,
  'ts-morph': /^generator\/emitters\/javascript\//,
};

/** Code that is built or runs apart from the package. */
const ALSO_CODE = ['build.mjs', 'explorer'];

/** Their list. */
const LANGUAGES = 'generator/emitters/clients/index.ts';

const files = [
  'index.ts',
  'vite.ts',
  'testing.ts',
  ...['generator', 'engines', 'server', 'cli'].flatMap(folder => sources(join(ROOT, folder))),
];
const imports = new Map(files.map(file => [file, importsOf(file)]));

describe('architecture', () => {
  test('every source file belongs to a room', () => {
    expect(files.filter(file => roomOf(file) === null)).toEqual([]);
  });

  test('imports point one way', () => {
    const wrong = files.flatMap(file => {
      const from = roomOf(file);
      return localImports(file)
        .filter(to => {
          const room = roomOf(to)?.room;
          if (room === from?.room) return false;
          if (['server', 'drivers'].includes(from?.room ?? '') && room === 'core')
            return !SERVER_MAY_READ.test(to);
          return room === undefined || from?.mayImport.includes(room) !== true;
        })
        .map(to => `${file} -> ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the service opens its door to the compiler in a process for statements of callers, and no other', () => {
    const inside = ['door', 'translator', 'analysts', 'googlesql', 'engines'];
    const service = files.filter(file => roomOf(file)?.room === 'server');
    const eager = service.flatMap(file =>
      staticImportsOf(file)
        .filter(to => inside.includes(roomOf(to)?.room ?? ''))
        .map(to => `${file} -> ${to}`),
    );
    expect(eager).toEqual([]);
    const loading = service.flatMap(file =>
      valueImportsOf(file)
        .filter(name => name.startsWith('.'))
        .map(name => join(dirname(file), name).replaceAll('\\', '/'))
        .filter(to => ['door', 'translator'].includes(roomOf(to)?.room ?? ''))
        .map(to => `${file} -> ${to}`),
    );
    expect(loading).toEqual([]);
    const knowing = service.filter(file =>
      localImports(file).some(to => {
        const room = roomOf(to)?.room ?? '';
        // the list of engines has names as well
        return inside.includes(room) && room !== 'engines';
      }),
    );
    expect(knowing.filter(file => !file.startsWith('server/sandbox/'))).toEqual([]);
    expect(knowing.length).toBeGreaterThan(0);
  });

  test('a folder has at most 15 modules, and one of tests as well', () => {
    const counts = new Map<string, number>();
    for (const root of ['generator', 'engines', 'server', 'cli', 'explorer', 'bench', 'test'])
      for (const file of codeIn(root).filter(file => !/node_modules|\.d\.ts$/.test(file)))
        counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(200);
    expect([...counts].filter(([, count]) => count > 15)).toEqual([]);
  });

  test('there is no cycle', () => {
    expect(cycles()).toEqual([]);
  });

  test('a package is imported by the room that owns it', () => {
    const wrong = files.flatMap(file =>
      (imports.get(file) ?? [])
        .filter(name => !name.startsWith('.') && !name.startsWith('node:'))
        .filter(name => {
          const owner = OWNED_PACKAGES[packageOf(name)];
          if (owner !== undefined) return !owner.test(file);
          const engines = ENGINE_NAMES.filter(engine => packagesOf(engine).includes(name));
          return engines.length > 0 && !engines.some(one => file.startsWith(`engines/${one}/`));
        })
        .map(name => `${file} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('only the writer, the command line, the service and the analysts touch the outside', () => {
    const outside =
      /^node:(fs|fs\/promises|child_process|net|http|https|os|process|worker_threads)$/;
    const wrong = files
      .filter(
        file =>
          ![
            'system',
            'write',
            'cli',
            'server',
            'translator',
            'drivers',
            'analysts',
            'analysis',
            'config',
          ].includes(roomOf(file)?.room ?? ''),
      )
      .filter(file => (imports.get(file) ?? []).some(name => outside.test(name)));
    expect(wrong).toEqual([]);
  });

  test.each([
    ['generator/params/index.ts', /^generator\/params\/types\/[^/]+$/],
    ['engines/index.ts', /^engines\/[^/]+\/index\.ts$/],
    ['generator/emitters/index.ts', /^generator\/emitters\/[^/]+$/],
    ['generator/emitters/clients/index.ts', /^generator\/emitters\/clients\/([^/]+)\/\1\.ts$/],
  ])('%s lists every member', (list, place) => {
    const isMember = (file: string) => place.test(file) && /^export default/m.test(read(file));
    const members = files.filter(isMember);
    const listed = localImports(list).filter(isMember);
    expect(members.length).toBeGreaterThan(1);
    expect([...listed].sort()).toEqual([...members].sort());
  });

  test('every folder of engines is an engine of the list, but for the one that they share', () => {
    const folders = readdirSync(join(ROOT, 'engines')).filter(name => !name.includes('.'));
    expect(folders.filter(name => name !== 'support').sort()).toEqual([...ENGINE_NAMES].sort());
  });

  test('one engine is the default, and its packages are dependencies of the package', () => {
    const [one, ...others] = Object.values(ENGINES).filter(({ isDefault }) => isDefault);
    expect(others).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json'));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...(one?.packages ?? [])]));
    expect(one?.embedded).not.toBeNull();
  });

  test('the list of engines loads dialects and settings, and every other part on first use', () => {
    const loaded = loadedWith('engines/index.ts');
    const rooms = [
      'engines',
      'dialects',
      'stored',
      'patterns',
      'settings',
      'shape',
      'core',
      'params',
      'sql',
    ];
    expect(loaded).toContain('engines/duckdb/dialect.ts');
    const further = loaded.filter(file => !rooms.includes(roomOf(file)?.room ?? ''));
    // names of packages load nothing
    expect(further.filter(file => (imports.get(file) ?? []).length > 0)).toEqual([]);
  });

  test('no code names an engine outside its folder and the list of engines', () => {
    const names = [...DIALECTS.values()].flatMap(({ name, title }) => [name, title]);
    const named = new RegExp(names.join('|'), 'i');
    const own = /^engines\/(index\.ts$|(\w+)\/)/;
    const others = [...files, ...ALSO_CODE.flatMap(codeIn)].filter(
      file => (own.exec(file)?.[2] ?? 'support') === 'support' && file !== 'engines/index.ts',
    );
    expect(others.length).toBeGreaterThan(files.length / 2);
    // the name of a form of texts
    const format = /(?:the format of|ISO 8601 or) PostgreSQL/g;
    const naming = others.filter(file =>
      named.test(withoutComments(read(file)).replaceAll(format, '')),
    );
    // the package exports one driver under its name
    expect(naming).toEqual(['index.ts']);
  });

  test.each([...DIALECTS.keys()])('the folder of %s names no other engine', name => {
    const others = [...DIALECTS.keys()].filter(other => other !== name).join('|');
    const named = new RegExp(`['"\`](${others})['"\`]|/(${others})/`);
    const own = files.filter(file => file.startsWith(`engines/${name}/`));
    // logs of a demo name servers and users
    const code = own.filter(file => !file.includes('/demo/'));
    expect(code.filter(file => named.test(withoutComments(read(file))))).toEqual([]);
  });

  test('nothing outside the parameter types asks for one by name', () => {
    const others = files.filter(file => roomOf(file)?.room !== 'params');
    const names = [...PARAM_TYPES.keys()];
    // the others are words of the language as well: scalars, and the key `enum`
    const words: readonly string[] = [...SCALARS, ENUM.name];
    const own = names.filter(name => !words.includes(name)).join('|');
    expect(own).toContain('uuid');
    const asking = [
      new RegExp(`(===|!==|\\bcase)\\s*['"](${own})['"]`),
      /\b(paramType|PARAM_TYPES\.(get|has))\(\s*['"`]/,
      /\bparam\.type\s*(===|!==)/,
    ];
    expect(others.filter(file => asking.some(pattern => pattern.test(read(file))))).toEqual([]);
    // one of them may be an ordinary word; where two stand, there is a table of types
    const mentioned = new RegExp(`(['"\`])(${own})\\1|^\\s*(${own}): `, 'gm');
    const tables = others.filter(
      file => new Set([...read(file).matchAll(mentioned)].map(([, , a, b]) => a ?? b)).size > 1,
    );
    expect(tables).toEqual([]);
    const members = new Set(names.map(name => `generator/params/types/${name}.ts`));
    expect(others.filter(file => localImports(file).some(path => members.has(path)))).toEqual([]);
  });

  test('a string is cast to SQL by the makers of SQL alone', () => {
    const casting = files.filter(file => /\bas (Sql|EngineSql)\b/.test(read(file)));
    expect(casting).toEqual(['generator/resolve/sources/sql-text.ts', 'generator/sql/sql.ts']);
  });

  test('nothing outside a client language asks for its name, or knows its parts', () => {
    const names = [...CLIENT_LANGUAGES.keys()].join('|');
    const own = new RegExp(`^generator/emitters/clients/(${names})(/|\\.ts$)`);
    const others = files.filter(file => !own.test(file) && file !== LANGUAGES);
    const quoted = new RegExp(`(['"\`])(${names})\\1`);
    expect(others.filter(file => quoted.test(read(file)))).toEqual([]);
    const importers = others.filter(file => localImports(file).some(path => own.test(path)));
    // routes of a server are TypeScript too
    expect(importers.filter(file => !/^generator\/emitters\/routes(\/|\.ts$)/.test(file))).toEqual(
      [],
    );
  });

  test('a client language knows no other, and has its parts and templates in folders of its name', () => {
    const names = [...CLIENT_LANGUAGES.keys()].sort();
    const folders = (path: string) =>
      readdirSync(join(ROOT, path)).filter(name => statSync(join(ROOT, path, name)).isDirectory());
    expect(folders('generator/emitters/clients').sort()).toEqual(names);
    expect(
      folders('templates')
        .filter(name => !['completion', 'explorer', 'monitoring', 'vendor'].includes(name))
        .sort(),
    ).toEqual(names);
    const wrong = files.flatMap(file => {
      const [, language] = /^generator\/emitters\/clients\/(\w+)[/.]/.exec(file) ?? [];
      const others = names.filter(name => name !== language).join('|');
      const of = new RegExp(`^generator/emitters/clients/(${others})[/.]`);
      return language === undefined || file === LANGUAGES
        ? []
        : localImports(file).filter(path => of.test(path));
    });
    expect(wrong).toEqual([]);
  });

  test('the reference takes types alone from what it judges, and nothing from other helpers of tests', () => {
    const own = sources(join(ROOT, 'test/reference'));
    const wrong = own.flatMap(file =>
      valueImportsOf(file)
        .filter(name => name.startsWith('.'))
        .map(name => join(dirname(file), name).replaceAll('\\', '/'))
        .filter(to => !to.startsWith('test/reference/'))
        // its tests are written in specifications, which these read for them
        .filter(to => !(file.endsWith('.test.ts') && to === 'test/support/projects/specs.ts'))
        .map(to => `${file} -> ${to}`),
    );
    expect(own.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
    const packages = own.flatMap(valueImportsOf).filter(name => !name.startsWith('.'));
    expect([...new Set(packages)].sort()).toEqual(['node:crypto', 're2js', 'vitest']);
  });

  test('the reference is given specifications that are loaded and validated, not resolved', () => {
    const used = valueImportsOf('test/support/projects/specs.ts').filter(
      name => !name.includes('reference'),
    );
    expect(used.map(name => name.split('/').slice(-2).join('/')).sort()).toEqual([
      'engines/index.ts',
      'load/load.ts',
      'report/diagnostics.ts',
      'validate/validate.ts',
    ]);
  });

  test('ARCHITECTURE.md names every room, names nothing that is not there, and stays short', () => {
    const text = read('ARCHITECTURE.md');
    expect(text.split('\n').length).toBeLessThanOrEqual(150);
    const rooms = ['generator', 'server', 'cli'].flatMap(folder =>
      readdirSync(join(ROOT, folder)).filter(name => !name.includes('.')),
    );
    expect(rooms.filter(room => !text.includes(`${room}/`))).toEqual([]);
    const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(match => match[1] ?? '');
    const roots = ['', 'generator', 'generator/emitters', 'server'];
    const isThere = (path: string) => roots.some(root => existsSync(join(ROOT, root, path)));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(path => !isThere(path))).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder)
    .flatMap(name => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return sources(path);
      return path.endsWith('.ts') ? [relative(ROOT, path)] : [];
    })
    .map(path => path.replaceAll('\\', '/'));
}

/** The file, or the scripts and styles of the folder. */
function codeIn(path: string): readonly string[] {
  if (path.includes('.')) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|mjs)$/.test(name))
    .map(name => `${path}/${name.replaceAll('\\', '/')}`);
}

/** Comments begin and end with a space: two slashes in an address and `/*` in a pattern stay. */
function withoutComments(text: string): string {
  return text.replace(/(^|\s)\/\*\*?\s[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '$1');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Of the file itself: in a template stand imports of what is generated. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(
    /(?:^|\n)(?:import|export)\b[^;'"=`]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/g,
  );
  return [...found].map(match => match[1] ?? match[2] ?? '');
}

/** Without those of types, which leave nothing behind at run time. */
function valueImportsOf(file: string): string[] {
  const text = read(file).replace(/(^|\n)(import|export) type\b[^;]*;/g, '');
  const found = text.matchAll(/\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/g);
  return [...found].map(match => match[1] ?? match[2] ?? '');
}

/** Of files, those that are loaded with this one. */
function staticImportsOf(file: string): string[] {
  const text = read(file).replace(/(^|\n)(import|export) type\b[^;]*;/g, '');
  return [...text.matchAll(/(?:^|\n)(?:import|export)\b[^;'"=`]*?\bfrom '(\.[^']+)'/g)].map(
    ([, name = '']) => join(dirname(file), name).replaceAll('\\', '/'),
  );
}

/** The file, and all files that are loaded with it. */
function loadedWith(file: string): readonly string[] {
  const found = new Set([file]);
  for (const one of found) for (const next of staticImportsOf(one)) found.add(next);
  return [...found];
}

function localImports(file: string): string[] {
  const names = imports.get(file) ?? importsOf(file);
  return names
    .filter(name => name.startsWith('.'))
    .map(name => join(dirname(file), name).replaceAll('\\', '/'));
}

function roomOf(file: string) {
  return ROOMS.find(({ files: pattern }) => pattern.test(file)) ?? null;
}

/** The packages that only the engine's folder may import. */
function packagesOf(engine: EngineName): readonly string[] {
  const { packages, analyst } = ENGINES[engine];
  return [...packages, ...(analyst?.packages ?? [])];
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function cycles(): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const next of localImports(file)) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  return found;
}
