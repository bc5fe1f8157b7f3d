/** One of several values: side by side if they are few, else in a list. If none is chosen, the default is shown as chosen. */
import type { VNode } from 'preact';
import { meantValue, replacement } from '../../service/enums.ts';
import type { ControlProps } from '../control-props.ts';

interface Choice {
  /** The text to send; empty for none. */
  readonly text: string;
  readonly label: string;
}

function choicesOf({ parameter }: Pick<ControlProps, 'parameter'>): readonly Choice[] {
  const values = parameter.values ?? ['true', 'false'];
  const choices = values.map(value => ({
    text: value === parameter.default ? '' : value,
    label: value,
  }));
  // a filter without a value is no filter: its row is removed
  const isFilter = parameter.filter !== undefined;
  const isOpen = !parameter.required && !isFilter && parameter.default === null;
  return isOpen ? [{ text: '', label: 'any' }, ...choices] : choices;
}

/** The text of the current choice. A link may name the default, an alias, or a text that the service replaces by the default. */
function chosenIn({ parameter, texts }: Pick<ControlProps, 'parameter' | 'texts'>): string | null {
  const [given = ''] = texts;
  if (given === '') return parameter.required ? null : '';
  if (parameter.values === null) return given === parameter.default ? '' : given;
  const value = meantValue(parameter, given) ?? replacement(parameter, given);
  return value === parameter.default ? '' : value;
}

export function Segments({ parameter, id, texts, onTexts, attributes }: ControlProps): VNode {
  const chosen = chosenIn({ parameter, texts });
  return (
    <div class="choice">
      {choicesOf({ parameter }).map(({ text, label }) => (
        <label key={label}>
          <input
            type="radio"
            name={id}
            checked={chosen === text}
            aria-invalid={attributes['aria-invalid']}
            onChange={() => onTexts([text])}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

export function Choices({ parameter, id, texts, onTexts, attributes }: ControlProps): VNode {
  const chosen = chosenIn({ parameter, texts });
  return (
    <select
      id={id}
      value={chosen ?? ''}
      onChange={event => onTexts([event.currentTarget.value])}
      {...attributes}
    >
      {parameter.required && <option value="">Choose …</option>}
      {choicesOf({ parameter }).map(({ text, label }) => (
        <option key={label} value={text}>
          {label}
          {text === '' && parameter.default !== null ? ' (default)' : ''}
        </option>
      ))}
    </select>
  );
}
