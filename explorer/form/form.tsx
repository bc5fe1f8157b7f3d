/** The form of an endpoint. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CURSOR } from '../../generator/core/plan/pages.ts';
import { Icon } from '../rows/icons.tsx';
import { type Given, withTexts } from '../service/given.ts';
import type { FixedParameter, ListedEndpoint, ListedView } from '../service/listing.ts';
import { ParameterField } from './control.tsx';
import { ZONE_NAMES } from './controls/zone.tsx';
import { boundsIn, type FormDraft, findTimeRange } from './draft.ts';
import { FilterRows } from './filter-rows.tsx';
import { RangeField } from './range-field.tsx';

export interface FormProps {
  readonly endpoint: ListedEndpoint;
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  readonly zone: string;
  readonly onZone: (zone: string) => void;
  readonly onRun: () => void;
  readonly isRunning: boolean;
  readonly onStop: () => void;
  readonly faults: ReadonlyMap<string, string>;
  /** Increases with each run whose first fault should receive the focus. */
  readonly focus: number;
}

/** The parameter of a sandbox that contains the caller's statement. */
const STATEMENT = 'sql';

export function Form(props: FormProps): VNode {
  const { endpoint, draft, onDraft, zone, onZone, onRun, isRunning, onStop, faults, focus } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focus > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focus]);
  const range = findTimeRange(endpoint);
  const elsewhere = [...boundsIn(range), ...(endpoint.pages === undefined ? [] : [CURSOR])];
  const plain = endpoint.parameters.filter(
    ({ name, filter }) => filter === undefined && !elsewhere.includes(name),
  );
  const change = (given: Given) => onDraft({ ...draft, given });
  return (
    <form
      ref={form}
      class="form"
      novalidate
      aria-label={`Parameters of ${endpoint.name}`}
      onSubmit={event => {
        event.preventDefault();
        onRun();
      }}
    >
      {endpoint.fixed.map(parameter => (
        <Locked key={parameter.name} parameter={parameter} />
      ))}
      {plain.map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          texts={draft.given.get(parameter.name) ?? []}
          onTexts={texts => change(withTexts(draft.given, parameter.name, texts))}
          fault={faults.get(parameter.name) ?? null}
          zone={zone}
          isStatement={endpoint.query_sandboxing && parameter.name === STATEMENT}
        />
      ))}
      {range !== null && (
        <RangeField
          endpoint={endpoint}
          range={range}
          draft={draft}
          onDraft={onDraft}
          zone={zone}
          faults={faults}
        />
      )}
      <FilterRows
        endpoint={endpoint}
        given={draft.given}
        onGiven={change}
        faults={faults}
        zone={zone}
      />
      {endpoint.views !== undefined && <Views views={endpoint.views} />}
      <div class="actions">
        <button type="submit" class="primary">
          Run
        </button>
        {isRunning && (
          <button type="button" class="plain" onClick={onStop}>
            Stop
          </button>
        )}
        <span class="space" />
        {hasTimes(endpoint) && (
          <label class="zone">
            <span>Times in</span>
            <select value={zone} onChange={event => onZone(event.currentTarget.value)}>
              {!ZONE_NAMES.includes(zone) && <option value={zone}>{zone}</option>}
              {ZONE_NAMES.map(each => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </form>
  );
}

/** Whether its page shows or asks instants. The columns of a caller's statement are unknown. */
function hasTimes({ parameters, columns, views }: ListedEndpoint): boolean {
  return views !== undefined || [...parameters, ...columns].some(one => one.type === 'timestamp');
}

function Locked({ parameter }: { readonly parameter: FixedParameter }): VNode {
  const { name, value } = parameter;
  return (
    <div class="field">
      <span class="name" id={`locked-${name}`}>
        {name}
      </span>
      <output class="locked" aria-labelledby={`locked-${name}`}>
        <Icon name="lock" />
        <span>{[value].flat().join(', ')}</span>
      </output>
      <span class="hint">Fixed by the key.</span>
    </div>
  );
}

function Views({ views }: { readonly views: readonly ListedView[] }): VNode {
  return (
    <details class="field wide views">
      <summary>Tables for the statement</summary>
      {views.map(({ name, columns }) => (
        <div key={name}>
          <code>{name}</code>
          <ul>
            {columns.map(column => (
              <li key={column.name}>
                <code>{column.name}</code> <span class="soft">{column.type}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
