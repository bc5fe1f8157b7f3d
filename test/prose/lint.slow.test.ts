import { describe, expect, it } from 'vitest';
import { baselineOf, compare } from './baseline.ts';
import { ofSource } from './extract.ts';
import { ofLines } from './lines.ts';
import { lint } from './lint.ts';
import { ofMarkdown, type Prose } from './prose.ts';

const BAD = 'What is none is told as such.';
const GOOD = 'The checker reports invalid values.';

const places = async (prose: Prose) => [...new Set((await lint(prose)).map(shown))].sort();
const shown = ({ file, line, rule }: { file: string; line: number; rule: string }) =>
  `${file}:${line} ${rule}`;
const errorsOf = async (text: string) =>
  (await lint(ofMarkdown('a.md', text))).map(({ message }) => message);

describe('a document', () => {
  it('is reported with the line of the sentence', async () => {
    expect(await places(ofMarkdown('docs/a.md', `# A\n\n${GOOD}\n${BAD}\n`))).toEqual([
      'docs/a.md:4 terms',
    ]);
  });
  it('may quote code', async () => {
    const text = `Prints \`${BAD}\` and\n\n\`\`\`text\n${BAD}\n\`\`\`\n\n${GOOD}\n`;
    expect(await errorsOf(text)).toEqual([]);
  });
  it('may ask a question, and name a column', async () => {
    expect(await errorsOf('What is missing?\n\n| What | Why |\n|---|---|\n| a | b |\n')).toEqual(
      [],
    );
  });
});

describe('a source file', () => {
  const place = async (text: string, file = 'generator/a.ts') => await places(ofSource(file, text));

  it('is reported for a doc comment', async () => {
    const text = `const a = 1;\n/**\n * ${GOOD}\n *\n * ${BAD}\n */\nconst b = 2;\n`;
    expect(await place(text)).toEqual(['generator/a.ts:5 terms']);
  });
  it('is reported for lines of comment as one text', async () => {
    const text = `const a = 1; // ${GOOD}\n\n// ${GOOD} It reports\n// ${GOOD} ${BAD}\nconst b = 2;\n`;
    expect(await place(text)).toEqual(['generator/a.ts:4 terms']);
  });
  it('is reported for a message, its holes being code', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of a source file
    const message = 'report(code, at, `\\`${name}\\` is told unawares`, `Use ${a ? `what` : b}.`);';
    expect(await place(`\n${message}\n`)).toEqual(['generator/a.ts:2 terms']);
  });
  it('is reported for a message that is added up', async () => {
    const message = "report(code, at, 'The value ' +\n  'is told to callers.');";
    expect(await place(message)).toEqual(['generator/a.ts:1 terms']);
  });
  it('is not reported for code, and what is none of ours', async () => {
    const text = `const none = sql\`what tells is none\`; // biome-ignore lint/a: told\nconst c = 'what-tells';\n`;
    expect(await place(text)).toEqual([]);
  });
  it('is not reported for good prose', async () => {
    expect(await place(`// ${GOOD}\nreport(code, at, '${GOOD}');\n`)).toEqual([]);
  });
  it('is reported for the name of a test, and no other text of it', async () => {
    const text = `it.each([])('tells of what there is', () => {\n  check('it tells of what there is');\n});\n`;
    expect(await place(text, 'test/a.test.ts')).toEqual(['test/a.test.ts:1 terms']);
  });
});

describe('rules', () => {
  it.each([
    ['Whoever means the old one gets the new one.', 'Name the thing'],
    ['It works. Whose token is lost needs another.', 'Name the thing'],
    ['That a text stands there is an error.', 'Make the fact a sentence'],
    ['Faults are told with their place.', 'Say what happens'],
    ['It covers paths, that there is nothing included.', 'Name the thing: “an existing'],
    ['It lists names, none of which exist.', 'Say “no …”'],
    ['A text that is none fails.', 'Say “no …”'],
    ['Nothing that is not signed passes.', 'double negative'],
    ['The search begins anew.', 'modern word'],
    ['It runs in a server of one’s own.', 'your own'],
    ['The reader passes over comments.', '“ignore” or “skip”'],
    ['Values are held against the type.', '“checked against”'],
    ['The file is written over by force.', '“overwrite”'],
    ['Mend the column.', '“fix”'],
    ['It cannot stand there.', '“is not allowed”'],
    ['The key of whoever asks decides.', 'Name the caller'],
    ['The value is very large.', 'weasel word'],
    ['Open it in javascript.', 'use “JavaScript”'],
    ['Good is\nis good.', 'is repeated'],
  ])('report %j', async (text, message) => {
    expect(await errorsOf(text)).toEqual([expect.stringContaining(message)]);
  });
  it.each([
    'Use the key that the service prints.',
    'The limit is neither too low nor too high, not more and not less.',
    'Passwords cannot be read, but never expire.',
    'Rows say what they cost.',
    'It does not start without a key file.',
    'Only `curl` builds exactly one in memory.',
    'It is the maximum of several values.',
  ])('accept %j', async text => {
    expect(await errorsOf(text)).toEqual([]);
  });
});

describe('the baseline', () => {
  const findings = async (file: string, text: string) => await lint(ofMarkdown(file, text));

  it('accepts an old sentence, in another file or wrapped otherwise', async () => {
    const baseline = baselineOf(await findings('a.md', `${GOOD} ${BAD}`));
    const moved = await findings('b.md', `# B\n\n- ${BAD.replace('as', '\n  as')}\n`);
    expect(compare(moved, baseline)).toMatchObject({ fresh: [], gone: 0 });
  });
  it('reports an old sentence that has changed, or stands twice', async () => {
    const baseline = baselineOf(await findings('a.md', BAD));
    const changed = compare(await findings('a.md', 'What is wrong is reported.'), baseline);
    expect(changed.fresh).toMatchObject([{ rule: 'terms' }]);
    const twice = compare(await findings('a.md', `${BAD}\n\n${BAD}`), baseline);
    expect(twice.fresh.map(({ line }) => line)).toEqual(expect.arrayContaining([3]));
  });
  it('counts entries that are gone and drops them', async () => {
    const old = await findings('a.md', BAD);
    const { gone, rest } = compare(await findings('a.md', GOOD), baselineOf(old));
    expect(gone).toBe(old.length);
    expect(rest).toEqual({});
  });
});

describe('comments of other languages', () => {
  const place = async (file: string, text: string) => await places(ofLines(file, text));

  it('are reported in Python', async () => {
    const text = `"""${GOOD}"""\n\ndef a():\n    """${GOOD}\n\n    ${BAD}\n    """\n    # ${GOOD}\n    # ${BAD}\n    return "${BAD}"\n`;
    expect(await place('templates/python/a.py', text)).toEqual([
      'templates/python/a.py:6 terms',
      'templates/python/a.py:9 terms',
    ]);
  });
  it('are reported in Go', async () => {
    const text = `//go:build told\n\n// ${GOOD}\n// ${BAD}\nfunc a() string { return "${BAD}" }\n`;
    expect(await place('templates/go/a.go', text)).toEqual(['templates/go/a.go:4 terms']);
  });
  it('are reported in YAML, with descriptions', async () => {
    const text = `# ${GOOD}\n# ${BAD}\na: told\nb: { type: told, description: It is told. }\nsummary: '${BAD}'\n`;
    expect(await place('compose.yaml', text)).toEqual([
      'compose.yaml:2 terms',
      'compose.yaml:4 terms',
      'compose.yaml:5 terms',
    ]);
  });
});
