/** Faults in the layout of a page, found by the boxes of its elements. */
import type { Page } from 'playwright-core';

/** Controls and texts. */
const MARKS =
  'button, input, select, textarea, a, output, summary, legend, h1, h2, h3, dt, dd, p, .name, .hint, .fault, .soft, label > span';

/**
 * Controls and texts that stand beyond the sides of the screen, cover one another, or are cut without their whole text in a title; of
 * an open dialog or menu, those in it.
 */
export function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(${LOOK})(${JSON.stringify(MARKS)})`);
}

const LOOK = `marks => {
  const root = document.querySelector('dialog[open], .menu-panel') ?? document.body;
  const isShown = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.closest('.unseen') === null;
  /** The part of an element that none of those around it cuts off. */
  const boxOf = one => {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let around = one.parentElement; around !== null && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const outer = around.getBoundingClientRect();
      [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
      [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
    }
    return { left, right, top, bottom };
  };
  const nameOf = one => {
    const words = one.ariaLabel ?? one.textContent.trim().slice(0, 30);
    return one.tagName.toLowerCase() + (one.className && '.' + one.className) + ' ' + JSON.stringify(words);
  };
  const shown = [...root.querySelectorAll(marks)]
    .filter(one => isShown(one) && one.querySelector(marks) === null)
    .map(one => ({ one, box: boxOf(one) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const isCut = one => {
    const { overflowX } = getComputedStyle(one);
    return overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && one.closest('[title]') === null;
  };
  return [
    ...shown.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).map(({ one }) => 'outside: ' + nameOf(one)),
    ...shown.flatMap(({ one, box }, at) =>
      shown.slice(at + 1).filter(other => covers(box, other.box)).map(other => nameOf(one) + ' covers ' + nameOf(other.one)),
    ),
    ...shown.filter(({ one }) => !/^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) && isCut(one)).map(({ one }) => 'cut: ' + nameOf(one)),
  ];
}`;
