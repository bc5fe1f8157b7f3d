/** The list of the page's keys, which `?` opens. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTyping } from './typing.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/', 'Ctrl K'], 'find an endpoint'],
  [['Enter'], 'in the form: run the endpoint'],
  [['Ctrl Enter'], 'in a statement: run it'],
  [['←', '→', 'Home', 'End'], 'in a chart: the values of a time'],
  [['Backspace'], 'in an empty list: remove its last value'],
  [['Esc'], 'close a row, a menu or this list'],
  [['?'], 'show this list'],
];

export function KeyList(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // before the page is shown, because a key may be pressed at once
  useLayoutEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') === null) dialog.current?.showModal();
    };
    addEventListener('keydown', heed);
    return () => removeEventListener('keydown', heed);
  }, []);
  return (
    <dialog class="keys" ref={dialog} aria-labelledby="shortcuts">
      <h2 id="shortcuts">Shortcuts</h2>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="plain" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
