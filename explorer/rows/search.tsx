import { Icon } from './icons.tsx';

interface Props {
  readonly query: string;
  readonly found: number;
  readonly of: number;
  readonly onQuery: (query: string) => void;
}

/** Finds text in the loaded rows, without another request. */
export function Search({ query, found, of, onQuery }: Props) {
  return (
    <label class="find">
      <Icon name="search" />
      <span class="unseen">Search in these rows</span>
      <input
        type="search"
        placeholder="Search rows"
        value={query}
        onInput={event => onQuery(event.currentTarget.value)}
      />
      <span class="find-count" role="status">
        {query.trim() === '' ? '' : `${found.toLocaleString('en')} of ${of.toLocaleString('en')}`}
      </span>
    </label>
  );
}
