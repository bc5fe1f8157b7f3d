import type { Column } from './data/row.ts';

interface Props {
  readonly measures: readonly Column[];
  readonly chosen: Column;
  readonly onMeasure: (name: string) => void;
}

/** Chooses the number that a view shows, if there are several. */
export function Measures({ measures, chosen, onMeasure }: Props) {
  if (measures.length < 2) return null;
  return (
    <fieldset class="row-segments" aria-label="Number">
      {measures.map(({ name }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen.name}
          onClick={() => onMeasure(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
