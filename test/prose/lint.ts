/** Textlint with its rules, over prose. */
import { TextlintKernel, type TextlintKernelOptions } from '@textlint/kernel';
import { MarkdownProcessor } from '@textlint/textlint-plugin-markdown/lib/src/MarkdownProcessor.js';
import terminology from 'textlint-rule-terminology';
import writeGood from 'textlint-rule-write-good';
import type { Prose } from './prose.ts';
import { sentenceAt } from './sentence.ts';
import { rule as terms } from './terms.ts';

export interface Finding {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly rule: string;
  readonly message: string;
  /** The sentence with the fault, on one line. */
  readonly sentence: string;
}

/** Terms of the field, plain facts and `it is`: write-good takes them for wordy or vague. */
const ACCEPTED = new Set([
  'a number of',
  'aggregate',
  'all of',
  'correctly',
  'equivalent',
  'evaluate',
  'exactly',
  'expiration',
  'few',
  'however',
  'implement',
  'indicate',
  'is a number',
  'it is',
  'it was',
  'many',
  'maximum',
  'minimum',
  'monitor',
  'multiple',
  'only',
  'point in time',
  'recently',
  'several',
  'silently',
  'there are',
  'there is',
  'type of',
  'validate',
]);
/** Words with which the default terms would change a meaning. */
const OTHER_TERMS = [
  // a `README` is a file with that name
  'readme(s)?',
  // of a function of SQL, arguments are what a call passes
  'function argument(s)?',
  // a list of JSON has items
  'array item(s)?',
  // an index of a database
  'indexes\\b',
  // the value of a flag
  'GitHub',
  // the name of the command
  'cURL',
  // our names of request ids
  'ID',
  "id['’]?s",
  // of an API
  "API['’]?s",
  // “built in memory”
  'built ?in(s)?',
  // “at run time” says when, a runtime is a program
  'run[- ]time',
];

const CONFIGURATION: TextlintKernelOptions = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: { Processor: MarkdownProcessor } }],
  rules: [
    { ruleId: 'terms', rule: terms },
    { ruleId: 'terminology', rule: terminology, options: { exclude: OTHER_TERMS } },
    { ruleId: 'write-good', rule: writeGood, options: { passive: false } },
  ],
};

/** Findings in the order of the lines. */
export async function lint({ file, text, lines }: Prose): Promise<readonly Finding[]> {
  const { messages } = await new TextlintKernel().lintText(text, CONFIGURATION);
  return messages.filter(isUnusual).map(({ ruleId, message, range, line }) => ({
    file,
    line: lines[line - 1] ?? 1,
    rule: ruleId,
    message,
    sentence: sentenceAt(text, range[0]),
  }));
}

function isUnusual({ ruleId, message }: { ruleId: string; message: string }): boolean {
  const quoted = /^"([^"]*)" /.exec(message)?.[1] ?? '';
  return ruleId !== 'write-good' || !ACCEPTED.has(quoted.toLowerCase().replace(/\s+/g, ' '));
}
