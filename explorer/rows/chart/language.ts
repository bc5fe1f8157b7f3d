/**
 * uPlot formats a number when it is loaded, in the language of the browser. Some systems name a language that no formatter accepts, such as
 * `en-US@posix`; then the page uses English.
 */
function isUsable(language: string): boolean {
  try {
    return new Intl.NumberFormat(language) !== null;
  } catch {
    return false;
  }
}

if (!isUsable(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en' });
