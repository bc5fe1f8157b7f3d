/** The digest of a file that is ASCII ignores the same characters as that of any other file. */
import { expect, test } from 'vitest';
import { contentDigest } from '../../../generator/core/output/marker.ts';

const LAYOUT = '\t\n\v\f\r \'"`,;()|\\';
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

test.each(['SELECT', 'SELECT é'])('beside `%s`', words => {
  const digestOf = (text: string) => contentDigest('a.sql', text);
  const plain = digestOf(`${words}ab`);
  const ignored = ASCII.filter(character => digestOf(`${words}a${character}b`) === plain);
  expect(ignored).toEqual(ASCII.filter(character => LAYOUT.includes(character)));
});
