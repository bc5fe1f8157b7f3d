/** The rows of a list of any length; only the visible ones are in the document. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

interface Options {
  readonly count: number;
  /** The height of a row in pixels, before it is measured. */
  readonly height: number;
  /** Names a row, so that its measured height stays with it when rows are added before it. */
  readonly keyOf?: (index: number) => string | number;
}

export interface Virtual {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly VirtualItem[];
  /** The height in pixels of the rows that are left out above and below. */
  readonly above: number;
  readonly below: number;
  /** The `ref` of a row whose height differs from the others'. */
  readonly measure: (row: Element | null) => void;
  readonly toTop: () => void;
}

export function useVirtual({ count, height, keyOf = index => index }: Options): Virtual {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
    overscan: 6,
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const items = virtualizer.getVirtualItems();
  return {
    scroller,
    items,
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    toTop: () => virtualizer.scrollToOffset(0),
  };
}
