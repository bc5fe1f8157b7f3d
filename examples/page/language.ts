/** Some systems report a language that no browser can format numbers in, such as `C`; uPlot asks for one as it loads. */
function isUsable(language: string): boolean {
  try {
    return new Intl.NumberFormat(language) !== null;
  } catch {
    return false;
  }
}

if (!isUsable(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en' });
