/** Names with a special meaning in JavaScript objects; no specification needs them. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);
