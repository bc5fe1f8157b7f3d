import { useEffect, useRef } from 'preact/hooks';
import { formatJson } from '../data/json-text.ts';
import type { AnswerRow, Column } from '../data/row.ts';
import { Icon } from '../icons.tsx';
import { Copy } from './copy.tsx';
import { RecordFields } from './fields.tsx';
import type { Filtering } from './tree.tsx';

interface Props {
  readonly rows: readonly AnswerRow[];
  readonly index: number;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly filtering: Filtering | undefined;
  readonly onIndex: (index: number | null) => void;
}

/** One whole row, beside the table. Escape closes it; the arrows go to the rows before and after. */
export function Drawer({ rows, index, columns, zone, filtering, onIndex }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    // A click on the dialog itself is a click on its backdrop: everything else is in its body.
    const leave = (event: Event) => event.target === shown && shown?.close();
    shown?.showModal();
    shown?.focus();
    shown?.addEventListener('click', leave);
    return () => shown?.removeEventListener('click', leave);
  }, []);
  const row = rows[index];
  if (row === undefined) return null;
  const go = (to: number) => {
    if (to >= 0 && to < rows.length) onIndex(to);
  };
  const close = () => dialog.current?.close();
  const closing: Filtering = (path, value, within) => {
    const filter = filtering?.(path, value, within) ?? null;
    if (filter === null) return null;
    return () => {
      close();
      filter();
    };
  };
  return (
    <dialog
      class="drawer"
      tabIndex={-1}
      ref={dialog}
      aria-label={`Row ${index + 1}`}
      onClose={() => onIndex(null)}
    >
      <div class="drawer-body">
        <header class="drawer-head">
          <strong>Row {(index + 1).toLocaleString('en')}</strong>
          <span class="row-quiet">of {rows.length.toLocaleString('en')}</span>
          <span class="space" />
          <button
            type="button"
            class="mini"
            title="Row before"
            aria-label="Row before"
            disabled={index === 0}
            onClick={() => go(index - 1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="mini"
            title="Next row"
            aria-label="Next row"
            disabled={index === rows.length - 1}
            onClick={() => go(index + 1)}
          >
            <Icon name="down" />
          </button>
          <Copy icon="copy" label="Copy the row as JSON" text={() => formatJson(row)} />
          <button type="button" class="mini" title="Close" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <RecordFields key={index} row={row} columns={columns} zone={zone} filtering={closing} />
      </div>
    </dialog>
  );
}
