/** A duration: a number and its unit, or a line of text if it is written in another way. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlProps } from '../control-props.ts';
import { durationOf, UNITS, type Unit } from '../duration.ts';
import { TextLine } from './text-line.tsx';

export function DurationControl(props: ControlProps): VNode {
  const { parameter, id, texts, onTexts, attributes } = props;
  const [text = ''] = texts;
  const usual = durationOf([parameter.default ?? parameter.example ?? []].flat()[0] ?? '');
  const [unit, setUnit] = useState<Unit>(usual?.unit ?? 'm');
  const given = durationOf(text);
  if (text !== '' && given === null) return <TextLine {...props} />;
  const shown = given?.unit ?? unit;
  const change = (count: string, by: Unit) => {
    setUnit(by);
    onTexts([count === '' ? '' : `${count}${by}`]);
  };
  return (
    <div class="joined">
      <input
        id={id}
        type="number"
        min="1"
        step="1"
        placeholder={usual?.count ?? ''}
        value={given?.count ?? ''}
        onInput={event => change(event.currentTarget.value.replace(/\D/g, ''), shown)}
        {...attributes}
      />
      <select
        aria-label={`Unit of ${parameter.name}`}
        value={shown}
        onChange={event => {
          const { value } = event.currentTarget;
          change(given?.count ?? '', UNITS.find(each => each.unit === value)?.unit ?? shown);
        }}
      >
        {UNITS.map(each => (
          <option key={each.unit} value={each.unit}>
            {each.label}
          </option>
        ))}
      </select>
    </div>
  );
}
