import { afterEach, expect, it, vi } from 'vitest';

// It is checked with the page, for a browser.
const PAGE = new URL('../../examples/page/language.ts', import.meta.url).pathname;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['C', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['en_US.UTF-8', 'en'],
  ['en-US-posix', 'en-US-posix'],
  ['de-CH', 'de-CH'],
])('the page formats numbers where the language is %j', async (reported, used) => {
  const navigator: { readonly language: string } = Object.create({
    get language() {
      return reported;
    },
  });
  vi.stubGlobal('navigator', navigator);
  await import(PAGE);
  expect(navigator.language).toBe(used);
  expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow();
});
