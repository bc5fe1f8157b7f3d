/** Several values: those of an enum are turned on and off, others are typed one after another. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../rows/icons.tsx';
import { meantValue } from '../../service/enums.ts';
import type { ControlProps } from '../control-props.ts';

export function Chips(props: ControlProps): VNode {
  return props.parameter.values === null ? <Typed {...props} /> : <Toggled {...props} />;
}

/** A link may have texts that name no value: they show, so that they can be turned off. */
function Toggled({ parameter, texts, onTexts, attributes }: ControlProps): VNode {
  const { values } = parameter;
  const named = (text: string) => meantValue(parameter, text) ?? text;
  const given = texts.map(named);
  return (
    <div class="toggles">
      {[...new Set([...(values ?? []), ...given])].map(value => (
        <label key={value}>
          <input
            type="checkbox"
            checked={given.includes(value)}
            aria-invalid={attributes['aria-invalid']}
            onChange={({ currentTarget: { checked } }) =>
              onTexts(checked ? [...texts, value] : texts.filter(text => named(text) !== value))
            }
          />
          <span>{value}</span>
        </label>
      ))}
    </div>
  );
}

/** Enter, a comma or leaving the field adds the typed text as a chip; Backspace in an empty field removes the last chip. */
function Typed({ parameter, id, texts, onTexts, attributes }: ControlProps): VNode {
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const items = text.split(/[,\n]/).map(item => item.trim());
    setTyped('');
    const fresh = items.filter(
      (item, at) => item !== '' && !texts.includes(item) && items.indexOf(item) === at,
    );
    if (fresh.length > 0) onTexts([...texts, ...fresh]);
  };
  const without = (text: string) => onTexts(texts.filter(other => other !== text));
  return (
    <div class="chips">
      {texts.map(text => (
        <span key={text} class="chip">
          {text}
          <button type="button" aria-label={`Remove ${text}`} onClick={() => without(text)}>
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        id={`${id}-new`}
        type="text"
        aria-label={`Add to ${parameter.name}`}
        spellcheck={false}
        autocomplete="off"
        placeholder={
          texts.length === 0 ? ([parameter.example ?? []].flat()[0] ?? 'Add …') : 'Add …'
        }
        value={typed}
        onInput={event => setTyped(event.currentTarget.value)}
        onBlur={() => add(typed)}
        onPaste={event => {
          event.preventDefault();
          add(`${typed}${event.clipboardData?.getData('text') ?? ''}`);
        }}
        onKeyDown={event => {
          if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
            event.preventDefault();
            add(typed);
          }
          const last = texts.at(-1);
          if (event.key === 'Backspace' && typed === '' && last !== undefined) without(last);
        }}
        {...attributes}
      />
    </div>
  );
}
