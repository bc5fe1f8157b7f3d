/** A statement of a sandbox. Enter starts a new line; Ctrl or Command with Enter runs the statement. */
import type { VNode } from 'preact';
import type { ControlProps } from '../control-props.ts';

export function StatementControl({
  parameter,
  id,
  texts,
  onTexts,
  attributes,
}: ControlProps): VNode {
  const [text = ''] = texts;
  return (
    <textarea
      id={id}
      class="statement"
      rows={Math.min(16, Math.max(5, text.split('\n').length + 1))}
      spellcheck={false}
      autocapitalize="off"
      placeholder={[parameter.example ?? 'SELECT …'].flat()[0]}
      value={text}
      onInput={event => onTexts([event.currentTarget.value])}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      {...attributes}
    />
  );
}
