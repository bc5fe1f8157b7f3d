/**
 * The lines by which formatters and linters of a project leave generated files alone. `init` adds them where it finds a tool's
 * configuration. A file that would have to be rewritten is not touched: `init` says what to add.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Tool {
  readonly name: string;
  /** Files that show that the project uses the tool. */
  readonly signs: readonly string[];
  /** A file of patterns that the tool reads, one a line, to which a line may be added. */
  readonly list: string | null;
  /** The change to make by hand. */
  readonly advice: string;
}

function toolsFor(output: string): readonly Tool[] {
  return [
    {
      name: 'Prettier',
      signs: ['.prettierrc', '.prettierrc.json', '.prettierrc.yaml', '.prettierrc.yml'].concat(
        ['.prettierrc.js', '.prettierrc.mjs', '.prettierrc.cjs', '.prettierrc.toml'],
        ['prettier.config.js', 'prettier.config.mjs', 'prettier.config.cjs', '.prettierignore'],
      ),
      list: '.prettierignore',
      advice: `add \`${output}/\` to \`.prettierignore\``,
    },
    {
      name: 'Biome',
      signs: ['biome.json', 'biome.jsonc'],
      list: null,
      advice: `add \`"!${output}"\` to \`files.includes\` of its configuration`,
    },
    {
      name: 'ESLint',
      signs: ['eslint.config.js', 'eslint.config.mjs', 'eslint.config.cjs', 'eslint.config.ts'],
      list: null,
      advice: `add \`globalIgnores(['${output}/'])\` to its configuration`,
    },
    {
      name: 'ESLint',
      signs: ['.eslintrc', '.eslintrc.json', '.eslintrc.js', '.eslintrc.cjs', '.eslintrc.yml'],
      list: '.eslintignore',
      advice: `add \`${output}/\` to \`.eslintignore\``,
    },
    {
      name: 'Ruff',
      signs: ['ruff.toml', '.ruff.toml'],
      list: null,
      advice: `add \`"${output}"\` to its \`extend-exclude\``,
    },
  ];
}

/** Tools of Python with their tables in `pyproject.toml`. */
const PYTHON = [
  { name: 'Ruff', table: '[tool.ruff', key: 'extend-exclude', value: (it: string) => `["${it}"]` },
  { name: 'Black', table: '[tool.black', key: 'extend-exclude', value: (it: string) => `"${it}/"` },
] as const;

export interface Ignored {
  /** Files to which a line was added. */
  readonly changed: readonly string[];
  /** Changes that the author has to make. */
  readonly advice: readonly string[];
}

/** Adds the lines in the project's folder. A line that is there already is not added again. */
export function ignoreGenerated(folder: string, output: string): Ignored {
  const found = toolsIn(folder, output);
  const changed = found.flatMap(({ list }) =>
    list !== null && addLine(join(folder, list), `${output}/`) ? [list] : [],
  );
  return { changed, advice: found.filter(({ list }) => list === null).map(advised) };
}

/** The changes that make the formatters of the folder leave generated files alone, in words. */
export function ignoreAdvice(folder: string, output: string): readonly string[] {
  return toolsIn(folder, output).map(advised);
}

function advised({ name, advice }: Tool): string {
  return `${name} formats generated files: ${advice}`;
}

/** The tools that the project uses. */
function toolsIn(folder: string, output: string): readonly Tool[] {
  const project = join(folder, 'pyproject.toml');
  const text = existsSync(project) ? readFileSync(project, 'utf8') : '';
  const python = PYTHON.filter(({ table }) => text.includes(table)).map(({ name, key, value }) => ({
    name,
    signs: [],
    list: null,
    advice: `add \`${key} = ${value(output)}\` to its table in \`pyproject.toml\``,
  }));
  const others = toolsFor(output).filter(({ signs }) =>
    signs.some(sign => existsSync(join(folder, sign))),
  );
  return [...others, ...python];
}

/** Adds a line to a file, which may not exist; returns whether the line was missing. */
function addLine(file: string, line: string): boolean {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text.split('\n').some(one => one.trim() === line)) return false;
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${end}${line}\n`);
  return true;
}
