/** The time range of the rows: a span until now, two instants, or no limit; and the time zone of displayed instants. */
import type { VNode } from 'preact';
import { readGivenText } from '../service/given.ts';
import type { ListedEndpoint } from '../service/listing.ts';
import { InstantInput } from './controls/instant.tsx';
import { boundsIn, type FormDraft, type TimeRange, withBounds, withLast } from './draft.ts';
import { FieldControl, fieldId, hintAttributes } from './field.tsx';
import { SPANS, spanBounds, spanNamed } from './time-range.ts';

export interface RangeFieldProps {
  readonly endpoint: ListedEndpoint;
  readonly range: TimeRange;
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  readonly zone: string;
  readonly faults: ReadonlyMap<string, string>;
}

type Mode = 'span' | 'absolute' | 'any';

function modeOf({ range, draft }: Pick<RangeFieldProps, 'range' | 'draft'>): Mode {
  if (spanNamed(draft.last) !== null) return 'span';
  return boundsIn(range).some(name => draft.given.has(name)) ? 'absolute' : 'any';
}

export function RangeField(props: RangeFieldProps): VNode {
  const { endpoint, range, draft, onDraft, faults } = props;
  const { from, to } = range;
  const mode = modeOf(props);
  // one message may concern both bounds
  const fault = [...new Set(boundsIn(range).flatMap(name => faults.get(name) ?? []))].join(' ');
  const id = fieldId(from.name);
  const isRequired = from.required || to?.required === true;
  const absolute = () => {
    const { from: start, to: end } = spanBounds(spanNamed(draft.last) ?? HOUR, new Date(), '');
    onDraft(withBounds(endpoint, draft, new Date(start), new Date(end)));
  };
  const segment = (label: string, title: string, isChosen: boolean, choose: () => void) => (
    <label key={label} title={title}>
      <input
        type="radio"
        name={id}
        checked={isChosen}
        aria-invalid={fault !== ''}
        aria-label={title}
        onChange={choose}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  );
  return (
    <FieldControl
      id={id}
      name="Time"
      hint={`Sets ${boundsIn(range).join(' and ')}.`}
      isRequired={isRequired}
      fault={fault === '' ? null : fault}
      isGroup
      isWide
    >
      <div class="range">
        <div class="choice">
          {!isRequired &&
            segment(restLabel(range), restTitle(range), mode === 'any', () =>
              onDraft(withLast(endpoint, draft, null)),
            )}
          {SPANS.map(({ last, short, label }) =>
            segment(short, label, draft.last === last, () =>
              onDraft(withLast(endpoint, draft, last)),
            ),
          )}
          {segment('Absolute', 'Between two instants', mode === 'absolute', absolute)}
        </div>
        {mode === 'absolute' && <Absolute {...props} fault={fault} />}
      </div>
    </FieldControl>
  );
}

const HOUR = SPANS[1] ?? { last: 'PT1H', label: '', short: '', minutes: 60 };

function restLabel({ from }: TimeRange): string {
  return from.default === null ? 'Any' : 'Default';
}

function restTitle({ from }: TimeRange): string {
  return from.default === null ? 'Any time' : 'The time that the endpoint chooses';
}

function Absolute(props: RangeFieldProps & { readonly fault: string }): VNode {
  const { endpoint, range, draft, onDraft, zone, fault } = props;
  const [start = null, end = null] = boundsIn(range).map(name =>
    instantIn(readGivenText(draft.given, name)),
  );
  const set = (from: Date | null, to: Date | null) =>
    onDraft(withBounds(endpoint, draft, from ?? new Date(0), to ?? new Date()));
  const id = fieldId(range.from.name);
  const input = (
    end: 'from' | 'to',
    instant: Date | null,
    onInstant: (of: Date | null) => void,
  ) => (
    <label for={`${id}-${end}`}>
      <span>{end === 'from' ? 'From' : 'To'}</span>
      <InstantInput
        id={`${id}-${end}`}
        instant={instant}
        zone={zone}
        onInstant={onInstant}
        attributes={hintAttributes(id, '', fault === '' ? null : fault)}
      />
    </label>
  );
  return (
    <div class="absolute">
      {input('from', start, instant => set(instant, end))}
      {range.to !== null && input('to', end, instant => set(start, instant))}
      <span class="soft">{zone}</span>
    </div>
  );
}

function instantIn(text: string): Date | null {
  const instant = new Date(text);
  return text === '' || Number.isNaN(instant.getTime()) ? null : instant;
}
