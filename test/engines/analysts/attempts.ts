/** Texts that must be refused, as no author would write them by accident. */

/** The ways to hide what a text begins with; the word of its refusal stays the same. */
const DISGUISES: readonly ((text: string) => string)[] = [
  text => text,
  text => text.toLowerCase(),
  text => `${text};`,
  text => `  \n\t${text} ; \n-- the end`,
  text => `/* SELECT 1 */ ${text}`,
  text => `-- SELECT 1\n${text}`,
  text => `\u00a0${text.replace(' ', '\u2003')}`,
  text => text.replace(' ', ' /* ; */ '),
  text =>
    text.replace(/^\w+/, word =>
      word.replace(/./g, (letter, at) => (at % 2 ? letter.toLowerCase() : letter)),
    ),
];

/** The text in each disguise that leaves it as it is but for its look. */
export function disguised(text: string): readonly string[] {
  return [...new Set(DISGUISES.map(disguise => disguise(text)))];
}

/** Two statements, of which the text is one. */
export function beside(text: string): readonly string[] {
  return [
    `SELECT 1; ${text}`,
    `SELECT 1;\u00a0/* ; */${text}`,
    `SELECT ';' -- ;\n; ${text};`,
    `;;SELECT 1;;${text}`,
    `${text}; SELECT 1`,
  ];
}
