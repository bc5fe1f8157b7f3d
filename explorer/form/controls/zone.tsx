/** A time zone, by its name in the time zone database. */
import type { VNode } from 'preact';
import type { ControlProps } from '../control-props.ts';

export const ZONE_NAMES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

export const BROWSER_ZONE: string = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ZoneControl({ parameter, id, texts, onTexts, attributes }: ControlProps): VNode {
  return (
    <>
      <input
        id={id}
        type="text"
        list={`${id}-zones`}
        spellcheck={false}
        autocomplete="off"
        placeholder={[parameter.default ?? parameter.example ?? 'UTC'].flat()[0]}
        value={texts[0] ?? ''}
        onInput={event => onTexts([event.currentTarget.value])}
        {...attributes}
      />
      <datalist id={`${id}-zones`}>
        {ZONE_NAMES.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
