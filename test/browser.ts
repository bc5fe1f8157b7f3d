/** A browser for the tests of pages. */
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as launcher } from 'playwright-core';

/** Starts one; where none starts it says why and gives `null`. */
export async function launchBrowser(): Promise<Browser | null> {
  // One process for all ends with the first page; and the page is to meet the rules that browsers have by default.
  const unwanted =
    /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content)$/;
  const args = chromium.args.filter(arg => !unwanted.test(arg));
  try {
    return await launcher.launch({ executablePath: await chromium.executablePath(), args });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const missing = /error while loading shared libraries: \S+/.exec(message)?.[0];
    process.stderr.write(`no browser starts here: ${missing ?? message}\n`);
    return null;
  }
}
