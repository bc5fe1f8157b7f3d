/**
 * Our terms, as a rule of textlint: ways to write that have to be read twice. Code in backticks counts as one word, which no
 * pattern matches.
 */
import type { TextlintRuleModule } from '@textlint/types';

interface Term {
  readonly pattern: RegExp;
  readonly message: string;
}

/** Where a sentence begins: a paragraph, or after the end of another sentence. */
const START = String.raw`(?<=^\s*|[.?!]["”)]*\s+)`;
const NEGATION = '(?:no|not|none|nothing|nobody|never|cannot)';
const WORDS_BETWEEN = String.raw`(?:\s+(?!but\b|and\b|or\b|nor\b)[\w’'-]+){0,4}`;

const TERMS: readonly Term[] = [
  {
    pattern: new RegExp(
      `${START}(?:what|whatever|whoever|who|whose|which|whichever)\\b(?![^.!]*\\?)`,
      'gi',
    ),
    message: 'Name the thing that is the subject, in place of a clause with “what” or “who”.',
  },
  {
    pattern: new RegExp(`${START}that (?:a|an|the|no|there|what|all|any|each|every)\\b`, 'gi'),
    message: 'Make the fact a sentence of its own, in place of a clause with “that” as subject.',
  },
  {
    pattern: /\b(?:tell|tells|telling|told)\b/gi,
    message: 'Say what happens: report, reject, return, print, say.',
  },
  {
    pattern: /\bthat there (?:is|are|was|were)\b/gi,
    message: 'Name the thing: “an existing …”, “no …”.',
  },
  {
    pattern: /\bnone of (?:which|whom|them which)\b|(?<!\bthere )\b(?:is|are) none\b/gi,
    message: 'Say “no …”, or name what is missing.',
  },
  {
    pattern: new RegExp(`\\b${NEGATION}\\b${WORDS_BETWEEN}\\s+${NEGATION}\\b`, 'gi'),
    message: 'Turn the double negative around.',
  },
  {
    pattern:
      /\b(?:unawares|anew|thereof|whereof|whence|thence|hereby|lest|save (?:for|that|in|where)|by and by|as such|in vain)\b/gi,
    message: 'Use a modern word.',
  },
  {
    pattern: /\bpass(?:es|ed|ing)? over (?!HTTP\b|the\b)/g,
    message: 'Say “ignore” or “skip”.',
  },
  {
    pattern: /\bheld against\b/gi,
    message: 'Say “compared with” or “checked against”.',
  },
  {
    pattern: /\b(?:written|writes?) over (?:by|edits|what|it|files?|them)\b/gi,
    message: 'Say “overwrite”.',
  },
  {
    pattern: /\bmend(?:s|ed|ing)?\b/gi,
    message: 'Say “fix”.',
  },
  {
    pattern: /\b(?:cannot|may not|must not) stand\b/gi,
    message: 'Say “is not allowed”, “does not fit” or “must be quoted”.',
  },
  {
    pattern: /\bwhoever\b/g,
    message: 'Name the caller, the reader or the user.',
  },
  {
    pattern: /\b(?:read|lead|refer|depend)s? (?:to |on )?(?:each other )?in a circle\b/gi,
    message: 'Say “cycle”.',
  },
  {
    pattern: /\bcan only stand\b/gi,
    message: 'Say “can only be used with”, or “is only allowed in”.',
  },
  {
    pattern: /\bis there again\b/gi,
    message: 'Say “is available again”.',
  },
  {
    pattern: /\bin the (?:place|stead) of\b/gi,
    message: 'Say “instead of” or “in place of”.',
  },
  {
    pattern: /\bhave let pass|\blets? pass\b/gi,
    message: 'Say “accept”.',
  },
  {
    pattern: /\bclosed in itself\b|\bgo(?:es)? on from there\b/gi,
    message: 'Say “complete”, or name what continues.',
  },
  {
    pattern: /\bis (?:meant|taken) as it stands\b/gi,
    message: 'Say “literally”.',
  },
  {
    pattern: /\b(?:of|on) one’?'?s own\b/gi,
    message: 'Say “your own”, or name whose it is.',
  },
];

export const rule: TextlintRuleModule = ({ Syntax, RuleError, report, locator, getSource }) => {
  const check = (node: Parameters<typeof getSource>[0] & object): void => {
    const text = withoutCode(getSource(node));
    for (const { pattern, message } of TERMS) {
      for (const match of text.matchAll(pattern)) {
        const range: [number, number] = [match.index, match.index + match[0].length];
        report(node, new RuleError(`“${match[0]}”: ${message}`, { padding: locator.range(range) }));
      }
    }
  };
  return { [Syntax.Paragraph]: check };
};

/** Of the same length, so that places stay what they are. */
function withoutCode(text: string): string {
  return text.replace(/(`+)[^`]+\1(?!`)|\]\([^)]*\)/g, code => '§'.repeat(code.length));
}
