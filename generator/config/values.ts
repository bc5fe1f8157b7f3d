/** Parsers for texts whose form the schema cannot express. Messages never contain values of the environment. */
import type { ClientSetting } from '../emitters/clients/client-language.ts';
import { originOf, type Parse } from '../settings/values.ts';
import { parseDuration } from '../shape/time.ts';

const MAX_TIMEOUT_MS = 3_600_000;

/** A duration of at most an hour, in milliseconds. */
export const timeout: Parse<number> = (text, { name, node, report }) => {
  const milliseconds = Number((parseDuration(text) ?? 0n) / 1_000n);
  if (milliseconds > MAX_TIMEOUT_MS) {
    const message = `\`${name}\` is longer than an hour`;
    report('invalid-duration', node.place, message, 'Use a shorter duration.');
  }
  return milliseconds;
};

/** An origin in the form that browsers send, or `*`. */
export const origin: Parse<string> = (text, { name, node, report }) => {
  const found = text === '*' ? text : originOf(text);
  if (found !== null) return found;
  const hint =
    'Write `http://` or `https://`, the host, and the port unless it is the default, without a path; or `*` for all origins.';
  report('invalid-value', node.place, `An item of \`${name}\` is not an origin`, hint);
  return '';
};

/** The minimum length of a secret, in characters. */
const SHORTEST_SECRET = 32;

/** A secret that is long enough not to be guessed. */
export const secret: Parse<string> = (text, { name, node, report }) => {
  if (text.length >= SHORTEST_SECRET) return text;
  const message = `\`${name}\` is shorter than ${SHORTEST_SECRET} characters`;
  report(
    'invalid-value',
    node.place,
    message,
    'Use random characters, such as those that `openssl rand -hex 32` prints.',
  );
  return text;
};

const API = /^(https?:\/\/[^/{}]+)?((?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)*)\/?$/i;

/** The address of an API, with or without a path, or only a path. The result does not end in a slash, except for the path `/`. */
export const server: Parse<string> = (text, { name, node, report }) => {
  const [, start, path = ''] = API.exec(text) ?? [];
  const origin = start === undefined ? '' : originOf(start);
  if (API.test(text) && origin !== null) return origin + path || '/';
  const hint = 'Write an address such as `https://logs.example.com`, or a path such as `/logs`.';
  report('invalid-value', node.place, `\`${name}\` is not the address of an API`, hint);
  return '';
};

/** The name of a client in the package registry of its language. */
export function clientName({ isName, fault, hint, named }: ClientSetting): Parse<string> {
  return (text, { name, node, report }) => {
    const said = `${hint}, such as \`${named('shop')}\`.`;
    if (!isName(text)) report('invalid-name', node.place, `\`${name}\` is ${fault}`, said);
    return text;
  };
}
