/** A browser for the tests of pages. */
import { tmpdir } from 'node:os';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as launcher, type Page } from 'playwright-core';
import { acquire, release } from '../../generator/system/lock.ts';
import { amount } from '../support/usually.ts';

// No page draws in WebGL, and a GPU in software takes most of the CPU of all that they draw.
chromium.setGraphicsMode = false;

/** What a system says that lacks libraries, or that is none of the browser's. */
const UNFIT = /error while loading shared libraries: \S+|spawn ENOEXEC/;

/** Starts one; where the system can run none it says why and gives `null`. */
export async function launchBrowser(): Promise<Browser | null> {
  // One process for all ends with the first page; and the page is to meet the rules that browsers have by default.
  const unwanted =
    /^--(single-process|no-zygote|disable-web-security|allow-running-insecure-content)$/;
  const args = chromium.args.filter(arg => !unwanted.test(arg));
  const executablePath = await unpacked();
  try {
    return await launcher.launch({ executablePath, args });
  } catch (cause) {
    const why = UNFIT.exec(String(cause))?.[0];
    if (why === undefined) throw cause;
    process.stderr.write(`no browser starts here: ${why}\n`);
    return null;
  }
}

/** The program. The package unpacks it when it is first asked for, and takes a file that another process still writes for it. */
async function unpacked(): Promise<string> {
  const lock = await acquire({ parent: tmpdir(), claims: 'quern-browser-' }, 60_000);
  if ('pid' in lock) throw new Error(`process ${lock.pid} unpacks the browser`);
  try {
    return await chromium.executablePath();
  } finally {
    release(lock);
  }
}

/** Waits until all that moves into its place has arrived; what moves without end goes on. */
export async function awaitStillness(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .map(({ finished }) => finished))`);
}

const PAIRS = [
  [1280, 'light'],
  [390, 'dark'],
  [390, 'light'],
  [1280, 'dark'],
] as const;

/** Widths in pixels and themes: each of them on every push, all their pairs with `QUERN_ALL=1`. */
export const LOOKS = PAIRS.slice(0, amount({ usual: 2, all: 4 }));
/** The other pairs, in which colours alone are tried. */
export const OTHER_LOOKS = PAIRS.slice(LOOKS.length);
