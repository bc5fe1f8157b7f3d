import type { AnswerRow, Column } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { clockOf } from '../data/times.ts';
import { Icon } from '../icons.tsx';
import { readLogEntry } from './entry.ts';

interface Props {
  readonly row: AnswerRow;
  readonly shape: EntryShape;
  readonly columns: readonly Column[];
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** An entry in one line. */
export function LogRow({ row, shape, columns, zone, isOpen, onToggle }: Props) {
  const { at, level, message, rest } = readLogEntry(row, shape, columns);
  const clock = at === null ? null : clockOf(at, zone);
  return (
    <button type="button" class="line" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? 'down' : 'right'} />
      <time class="line-time">
        {clock === null ? (
          '–'
        ) : (
          <>
            <span class="line-date">{clock.date}</span> {clock.time}
            {clock.fraction || '.000'}
          </>
        )}
      </time>
      {level !== null && <span class={`level level-${level.tone}`}>{level.text}</span>}
      <span class="line-text">
        {message !== '' && <bdi class="line-message">{message}</bdi>}
        {rest.map(({ name, text }) => (
          <span key={name} class="line-rest">
            <span class="line-name">{name}=</span>
            <bdi>{text}</bdi>
          </span>
        ))}
      </span>
    </button>
  );
}
