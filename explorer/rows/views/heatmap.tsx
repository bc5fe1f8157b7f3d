import { useMemo } from 'preact/hooks';
import { leadingOf } from '../data/columns.ts';
import { cellKey, linesOf, type TableGrid } from '../data/grid.ts';
import { type AnswerRow, cellOf, type LookingColumn } from '../data/row.ts';
import { numberOf } from '../data/values.ts';
import { Measures } from '../measures.tsx';
import { shownCell } from '../table/cell.ts';

interface Props {
  readonly label: string;
  readonly grid: TableGrid;
  readonly rows: readonly AnswerRow[];
  readonly zone: string;
  /** The name of the number that is shown, if it is one of the numbers. */
  readonly chosen: string | undefined;
  readonly onMeasure: (name: string) => void;
}

/** The shades of a cell, from the least value to the greatest; `style/heatmap.css` has their colours. */
const SHADES = 7;

/** Two groups as a table whose cells are the darker the greater their values are. */
export function Heatmap(props: Props) {
  const { label, grid, rows, zone, chosen, onMeasure } = props;
  const { down, across, measures } = grid;
  // a share compares lines of different sizes
  const usual = measures.find(({ unit }) => unit === 'ratio') ?? leadingOf(measures)!;
  const measure = measures.find(({ name }) => name === chosen) ?? usual;
  const lines = useMemo(() => linesOf(down, rows), [down, rows]);
  const width = useMemo(() => linesOf(across, rows), [across, rows]);
  const cells = useMemo(() => new Map(rows.map(row => [cellKey(grid, row), row])), [grid, rows]);
  const shadeOf = useMemo(() => shadesOf(measure, rows), [measure, rows]);
  return (
    <div class="heatmap">
      <Measures measures={measures} chosen={measure} onMeasure={onMeasure} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing inside takes the focus */}
      <section class="scroller" aria-label={label} tabIndex={0}>
        <table aria-label={`${measure.name} by ${down.name} and ${across.name}`}>
          <thead>
            <tr>
              <th scope="col">
                {down.name} <span class="row-quiet">/ {across.name}</span>
              </th>
              {width.map(value => (
                <th key={JSON.stringify(value)} scope="col" class="head-number">
                  {shownCell(across, value, zone).text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={JSON.stringify(line)}>
                <th scope="row">{shownCell(down, line, zone).text}</th>
                {width.map(value => {
                  const key = JSON.stringify([line, value]);
                  const row = cells.get(key);
                  if (row === undefined) return <td key={key} />;
                  const cell = cellOf(row, measure.name);
                  const { text, title } = shownCell(measure, cell, zone);
                  return (
                    <td key={key} class={`shade-${shadeOf(cell)}`} title={title}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The shade of a value, from 1 to `SHADES`; 0 without a value. Shares count from zero. */
function shadesOf(measure: LookingColumn, rows: readonly AnswerRow[]): (value: unknown) => number {
  const values = rows.flatMap(row => numberOf(measure, cellOf(row, measure.name)) ?? []);
  const least = Math.min(0, ...values);
  const span = Math.max(...values) - least;
  return value => {
    const number = numberOf(measure, value);
    if (number === null) return 0;
    return span === 0 ? 1 : 1 + Math.round(((number - least) / span) * (SHADES - 1));
  };
}
