/** Rules of textlint that come without types. */
declare module 'textlint-rule-terminology' {
  const rule: import('@textlint/types').TextlintRuleModule;
  export default rule;
}
declare module 'textlint-rule-write-good' {
  const rule: import('@textlint/types').TextlintRuleModule;
  export default rule;
}
