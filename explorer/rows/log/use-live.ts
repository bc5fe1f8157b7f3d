import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { AnswerRow } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { follow, type Visibility } from './follow.ts';
import { arrived, begun, type Live, released, stopWithFault } from './live.ts';
import { lowerBoundOf, type Tail } from './tail.ts';

const TAB: Visibility = {
  isHidden: () => document.hidden,
  listen: changed => {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};

export interface LiveRows extends Live {
  /** Whether this answer can be followed at all. */
  readonly canFollow: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
  /** Holds new entries back, so that lines do not move while they are being read. */
  readonly hold: (isHeld: boolean) => void;
  readonly release: () => void;
}

/** The rows of an answer, and those that arrive after it while the user follows. */
export function useLive(
  answer: readonly AnswerRow[],
  shape: EntryShape | null,
  tail: Tail | undefined,
): LiveRows {
  const [isOn, setOn] = useState(false);
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const held = useRef(false);
  const live = useRef(begun(answer));
  // Entries that arrived after another answer do not belong to this one.
  if (live.current.answer !== answer) live.current = begun(answer);
  const change = useCallback((next: Live) => {
    live.current = next;
    redraw(undefined);
  }, []);
  const asked = useRef(tail);
  asked.current = tail;
  const canFollow = tail !== undefined && shape !== null && answer.length > 0;

  useEffect(() => {
    if (!isOn || !canFollow || shape === null) return;
    const ask = async () => {
      const from = lowerBoundOf(live.current.all, shape.time);
      if (from === null || asked.current === undefined) return true;
      try {
        const rows = await asked.current.request(from);
        if (live.current.answer === answer)
          change(arrived(live.current, rows, shape, held.current));
        return true;
      } catch (cause) {
        change(stopWithFault(live.current, cause instanceof Error ? cause.message : String(cause)));
        return false;
      }
    };
    return follow(ask, TAB);
  }, [isOn, canFollow, shape, answer, change]);

  const release = useCallback(() => change(released(live.current)), [change]);
  const hold = useCallback((isHeld: boolean) => {
    held.current = isHeld;
  }, []);
  return {
    ...live.current,
    canFollow,
    isOn: isOn && canFollow,
    toggle: () => setOn(!isOn),
    hold,
    release,
  };
}
