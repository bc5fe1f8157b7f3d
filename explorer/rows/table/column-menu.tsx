import { useState } from 'preact/hooks';
import type { Column } from '../data/row.ts';
import { Menu } from '../menu.tsx';

interface Props {
  readonly columns: readonly Column[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** The maximum number of boxes in the document at once; a search finds the others. */
const MOST = 100;

/** Chooses the columns of the table. */
export function ColumnMenu({ columns, hidden, onHidden }: Props) {
  const [query, setQuery] = useState('');
  const named = columns.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  const shown = columns.length - hidden.size;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHidden(next);
  };
  return (
    <Menu
      icon="columns"
      label={hidden.size === 0 ? 'Columns' : `${shown} of ${columns.length} columns`}
    >
      {() => (
        <>
          {columns.length > 12 && (
            <input
              type="search"
              placeholder="Find a column"
              aria-label="Find a column"
              value={query}
              onInput={event => setQuery(event.currentTarget.value)}
            />
          )}
          <fieldset class="choices">
            <legend class="unseen">Columns that show</legend>
            {named.slice(0, MOST).map(({ name }) => (
              <label key={name}>
                <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          {named.length > MOST && <p class="row-quiet">{named.length - MOST} more</p>}
          <p class="menu-foot">
            <button type="button" class="small" onClick={() => onHidden(new Set())}>
              Show all
            </button>
            <button
              type="button"
              class="small"
              onClick={() => onHidden(new Set(columns.map(({ name }) => name)))}
            >
              Hide all
            </button>
          </p>
        </>
      )}
    </Menu>
  );
}
