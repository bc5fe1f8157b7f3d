/**
 * uPlot formats a number as it loads, in the language of the browser. Some systems name one that no formatter takes, such as
 * `en-US@posix`; the page is in English then.
 */
function isUsable(language: string): boolean {
  try {
    return new Intl.NumberFormat(language) !== null;
  } catch {
    return false;
  }
}

if (!isUsable(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en' });
