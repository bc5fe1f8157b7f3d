/** Patterns are compiled once for many rows, because some of them cost a second. */
import { RE2JS } from 're2js';

const patterns = new Map<string, RE2JS>();
/** Some of them take megabytes. */
const MOST = 100;

export function compiledPattern(pattern: string): RE2JS {
  const compiled = patterns.get(pattern) ?? RE2JS.compile(pattern);
  if (patterns.size >= MOST) patterns.clear();
  patterns.set(pattern, compiled);
  return compiled;
}
