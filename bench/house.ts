/**
 * Measures the house: how long files and functions are, how folders grow, which names stand in more than one file, and how
 * often code steps around the type system. `npm run bench:house` prints the table for this repository, or for other folders
 * of TypeScript: `npm run bench:house -- ../other/src`. With `--names`, it lists all names that more than one file exports.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { ts } from 'ts-morph';
import { ROOT } from './support/consumer.ts';

const SOURCES = [
  'cli',
  'engines',
  'explorer',
  'generator',
  'server',
  'index.ts',
  'testing.ts',
  'vite.ts',
];
const FULL_FOLDER = 15;
/** Folders of packages and of output. */
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

interface Module {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly FunctionSize[];
  readonly exported: readonly string[];
  readonly imports: readonly Import[];
  readonly escapes: Readonly<Record<Escape, number>>;
}

interface FunctionSize {
  readonly name: string;
  readonly lines: number;
}

interface Import {
  readonly path: string;
  readonly typeOnly: boolean;
}

/** The ways around the type system. */
type Escape = 'any' | 'cast' | 'non-null';

const NAMES = '--names';
const folders = process.argv.slice(2).filter(word => word !== NAMES);
const mostNames = process.argv.includes(NAMES) ? Number.POSITIVE_INFINITY : 12;
if (folders.length === 0) {
  print('source', modulesIn(ROOT, SOURCES));
  print('tests and benchmarks', modulesIn(ROOT, ['test', 'bench']));
} else {
  for (const folder of folders) print(folder, modulesIn(resolve(folder), ['.']));
}

function print(title: string, modules: readonly Module[]): void {
  const lines = sum(modules.map(module => module.lines));
  const perThousand = (kind: Escape) =>
    ((sum(modules.map(module => module.escapes[kind])) * 1000) / lines).toFixed(2);
  const functions = modules.flatMap(module => module.functions).filter(({ name }) => name !== '');
  const sizes = functions.map(({ lines }) => lines).sort((a, b) => a - b);
  const owners = new Map<string, number>();
  for (const name of modules.flatMap(module => [...new Set(module.exported)]))
    owners.set(name, (owners.get(name) ?? 0) + 1);
  const doubled = [...owners].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  const filesIn = new Map<string, number>();
  for (const { path } of modules) filesIn.set(dirname(path), (filesIn.get(dirname(path)) ?? 0) + 1);
  const full = [...filesIn].filter(([, count]) => count > FULL_FOLDER).sort((a, b) => b[1] - a[1]);
  const named = functions.map(({ name }) => name);

  const rows: readonly (readonly [string, string])[] = [
    ['files / lines', `${modules.length} / ${lines}`],
    [
      'lines of a named function p50 / p90 / max',
      [0.5, 0.9, 1].map(rank => at(sizes, rank)).join(' / '),
    ],
    [
      '`any`, casts, non-null in 1,000 lines',
      `${perThousand('any')}, ${perThousand('cast')}, ${perThousand('non-null')}`,
    ],
    [
      'cycles of value imports (of all imports)',
      `${cycles(modules, false)} (${cycles(modules, true)})`,
    ],
    ['exported names; that more than one file exports', `${owners.size}; ${doubled.length}`],
    [
      '  most often',
      doubled
        .slice(0, mostNames)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ],
    [`folders of more than ${FULL_FOLDER} files`, String(full.length)],
    [
      '  fullest',
      full
        .slice(0, 8)
        .map(([folder, count]) => `${folder} ${count}`)
        .join(', '),
    ],
    [
      'named functions; that end in -ed; in Of',
      `${named.length}; ${count(named, /ed$/)}; ${count(named, /Of$/)}`,
    ],
  ];
  const table = rows.map(([label, value]) => `${label.padEnd(50)} ${value}\n`);
  process.stdout.write(`\n## ${title}\n\n${table.join('')}`);
}

function count(names: readonly string[], pattern: RegExp): number {
  return names.filter(name => pattern.test(name)).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function at(sorted: readonly number[], rank: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * rank))] ?? 0;
}

function modulesIn(root: string, entries: readonly string[]): readonly Module[] {
  return entries
    .flatMap(entry => filesBelow(join(root, entry)))
    .map(file => readModule(root, file));
}

function filesBelow(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(entry => !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
    .flatMap(entry => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(inner);
      return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [inner] : [];
    });
}

function readModule(root: string, file: string): Module {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const functions: FunctionSize[] = [];
  const escapes = { any: 0, cast: 0, 'non-null': 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      functions.push({ name: nameOf(node), lines: linesOf(source, node) });
    const kind = escapeIn(node);
    if (kind !== null) escapes[kind] += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    path: relative(root, file),
    lines: text.split('\n').length - 1,
    functions,
    exported: source.statements.flatMap(exportedBy),
    imports: source.statements.flatMap(statement => importsOf(root, file, statement)),
    escapes,
  };
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const holder = node.parent;
  return ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)
    ? holder.name.getText()
    : '';
}

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart()) + 1;
}

function escapeIn(node: ts.Node): Escape | null {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (ts.isNonNullExpression(node)) return 'non-null';
  const cast =
    (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) &&
    node.type.getText() !== 'const';
  return cast ? 'cast' : null;
}

/** The names that a statement declares and exports. A name that is only passed on is not a second one. */
function exportedBy(statement: ts.Statement): readonly string[] {
  if (!ts.canHaveModifiers(statement)) return [];
  const modifiers = ts.getModifiers(statement) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return named && statement.name !== undefined ? [statement.name.text] : [];
}

function importsOf(root: string, file: string, statement: ts.Statement): readonly Import[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const target = statement.moduleSpecifier;
  if (target === undefined || !ts.isStringLiteral(target) || !target.text.startsWith('.'))
    return [];
  const path = relative(root, resolve(dirname(file), target.text));
  const typeOnly = ts.isImportDeclaration(statement)
    ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : statement.isTypeOnly;
  return [{ path: extname(path) === '.js' ? path.replace(/\.js$/, '.ts') : path, typeOnly }];
}

/** How many groups of files import each other in a circle: the components of the graph that have more than one file. */
function cycles(modules: readonly Module[], withTypes: boolean): number {
  const next = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => withTypes || !typeOnly).map(({ path }) => path),
    ]),
  );
  const reach = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const rest = [...(next.get(from) ?? [])];
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      rest.push(...(next.get(path) ?? []));
    }
    return seen;
  };
  const reached = new Map(modules.map(({ path }) => [path, reach(path)]));
  const groups = modules
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) =>
      [...(reached.get(path) ?? [])]
        .filter(other => reached.get(other)?.has(path))
        .sort()
        .join(' '),
    );
  return new Set(groups).size;
}
