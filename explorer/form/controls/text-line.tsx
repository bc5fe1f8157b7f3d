/** A line of text: for texts, numbers, patterns and identifiers. */
import type { VNode } from 'preact';
import type { ControlProps } from '../control-props.ts';

const NUMERIC: Readonly<Record<string, 'numeric' | 'decimal'>> = {
  int64: 'numeric',
  float64: 'decimal',
  decimal: 'decimal',
};

export function TextLine({ parameter, id, texts, onTexts, attributes }: ControlProps): VNode {
  const { scalar, default: usual, example } = parameter;
  return (
    <input
      id={id}
      type="text"
      inputMode={NUMERIC[scalar]}
      spellcheck={false}
      autocomplete="off"
      required={parameter.required}
      placeholder={[usual ?? example ?? []].flat()[0] ?? ''}
      value={texts[0] ?? ''}
      onInput={event => onTexts([event.currentTarget.value])}
      {...attributes}
    />
  );
}
