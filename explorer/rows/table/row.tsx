import { Component } from 'preact';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { isNumeric } from '../data/values.ts';
import { shownCell } from './cell.ts';

interface Props {
  readonly row: AnswerRow;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly onOpen: (index: number) => void;
}

/** A row of the table. It is not rendered again while other rows scroll in. */
export class TableRow extends Component<Props> {
  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    const { row, index, columns, zone } = this.props;
    return (
      row !== next.row || index !== next.index || columns !== next.columns || zone !== next.zone
    );
  }

  render({ row, index, columns, zone, onOpen }: Props) {
    const open = () => onOpen(index);
    return (
      <tr aria-rowindex={index + 2} onClick={open}>
        {columns.map((column, at) => {
          const { text, kind, title } = shownCell(column, cellOf(row, column.name), zone);
          const place = `${at === 0 ? 'first ' : ''}${isNumeric(column) ? 'number ' : ''}`;
          return (
            <td key={column.name} class={`${place}cell-${kind}`} title={title}>
              {at === 0 && (
                <button
                  type="button"
                  class="mini opener"
                  aria-label={`Open row ${index + 1}`}
                  onClick={open}
                />
              )}
              {text}
            </td>
          );
        })}
      </tr>
    );
  }
}
