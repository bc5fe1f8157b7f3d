/** A day, or an instant in the zone of the page. */
import type { VNode } from 'preact';
import type { ControlProps } from '../control-props.ts';
import { formatIsoInstant, localText, readLocalInstant } from '../time-range.ts';
import { TextLine } from './text-line.tsx';

export function InstantControl(props: ControlProps): VNode {
  const { parameter, id, texts, onTexts, zone, attributes } = props;
  const [text = ''] = texts;
  if (parameter.scalar === 'date') {
    if (text !== '' && !/^\d{4}-\d\d-\d\d$/.test(text)) return <TextLine {...props} />;
    return (
      <input
        id={id}
        type="date"
        value={text}
        onInput={event => onTexts([event.currentTarget.value])}
        {...attributes}
      />
    );
  }
  const instant = text === '' ? null : new Date(text);
  // keeps a text that only the service can read, or one with a fault
  if (instant !== null && Number.isNaN(instant.getTime())) return <TextLine {...props} />;
  return (
    <InstantInput
      id={id}
      instant={instant}
      zone={zone}
      onInstant={chosen => onTexts([chosen === null ? '' : formatIsoInstant(chosen)])}
      attributes={attributes}
    />
  );
}

export interface InstantInputProps {
  readonly id: string;
  readonly instant: Date | null;
  readonly zone: string;
  readonly onInstant: (instant: Date | null) => void;
  readonly attributes?: object;
}

export function InstantInput({
  id,
  instant,
  zone,
  onInstant,
  attributes,
}: InstantInputProps): VNode {
  return (
    <input
      id={id}
      type="datetime-local"
      step="1"
      value={instant === null ? '' : localText(instant, zone)}
      onChange={event => onInstant(readLocalInstant(event.currentTarget.value, zone))}
      {...attributes}
    />
  );
}
