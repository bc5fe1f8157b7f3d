import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isAll } from '../../support/usually.ts';
import { launchBrowser } from '../browser.ts';
import { openHarness, serveHarness } from './harness.ts';
import { logSample, tableSample } from './samples.ts';

/** An event of Chromium's trace; times are microseconds, `tdur` those of the thread's own work. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const SCRIPT = [
  ...['FunctionCall', 'EvaluateScript', 'EventDispatch', 'FireAnimationFrame', 'TimerFire'],
  ...['RunMicrotasks', 'v8.callFunction'],
];
const STYLE_AND_LAYOUT = ['UpdateLayoutTree', 'Layout'];
const COUNTED: ReadonlySet<string> = new Set([...SCRIPT, ...STYLE_AND_LAYOUT]);

const FRAMES = 300;

/** Pixels a frame: 24,000 a second, which no wheel reaches. */
const STEP = 400;

async function scroll(page: Page): Promise<void> {
  await page.locator('.scroller').evaluate(
    (box, [frames, step]) =>
      new Promise<void>(resolve => {
        const next = (left: number) => {
          if (left === 0) return resolve();
          box.scrollBy(0, step);
          performance.mark('frame');
          box.ownerDocument.defaultView?.requestAnimationFrame(() => next(left - 1));
        };
        next(frames);
      }),
    [FRAMES, STEP] as const,
  );
}

/** Milliseconds of script, style and layout between the marks of frames; what runs within another event counts once. */
function framesOf(events: readonly TraceEvent[]): readonly number[] {
  const marks = events.filter(({ name, ph }) => name === 'frame' && ph !== 'E');
  const [first] = marks;
  const work = events.filter(({ name, ph, tid, pid }) => {
    return ph === 'X' && COUNTED.has(name) && tid === first?.tid && pid === first.pid;
  });
  const ordered = work.toSorted((a, b) => a.ts - b.ts);
  const outer: TraceEvent[] = [];
  for (const event of ordered) {
    const last = outer.at(-1);
    if (last === undefined || event.ts >= last.ts + (last.dur ?? 0)) outer.push(event);
  }
  return marks.slice(1).map(({ ts }, at) => {
    const since = marks[at]!.ts;
    const within = outer.filter(event => event.ts >= since && event.ts < ts);
    return within.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0);
  });
}

it.skipIf(!isAll)('ten thousand rows scroll in 10 ms of work a frame', async () => {
  const browser = await launchBrowser();
  if (browser === null) return;
  const served = await serveHarness();
  const { page, show } = await openHarness(browser, served.address);
  for (const [name, given] of [
    ['table', tableSample(10_000)],
    ['log', logSample(10_000)],
  ] as const) {
    await show(given);
    await browser.startTracing(page, {
      categories: [
        'devtools.timeline',
        'blink.user_timing',
        'v8',
        'disabled-by-default-devtools.timeline',
      ],
    });
    await scroll(page);
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString()) as {
      traceEvents: readonly TraceEvent[];
    };
    const frames = framesOf(traceEvents).toSorted((a, b) => a - b);
    const at = (share: number) => frames[Math.floor(share * (frames.length - 1))] ?? Number.NaN;
    process.stderr.write(
      `${name}: ${frames.length} frames, median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, most ${at(1).toFixed(1)} ms\n`,
    );
    expect(frames.length).toBeGreaterThan(0.9 * FRAMES);
    expect(at(0.5)).toBeGreaterThan(0);
    expect(at(0.95)).toBeLessThanOrEqual(10);
  }
  await browser.close();
  await served.close();
});
