/** The rows of a form's filters: column, operator, value. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../rows/icons.tsx';
import { type Given, withTexts } from '../service/given.ts';
import type { ListedEndpoint } from '../service/listing.ts';
import { ParameterControl } from './control.tsx';
import {
  freePair,
  listFilters,
  movePair,
  OPERATOR_LABELS,
  type OperatorChoice,
  operatorChoice,
  type Pair,
  pairsGiven,
  pairsOf,
} from './filter-pairs.ts';

export interface FilterRowsProps {
  readonly endpoint: ListedEndpoint;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
  readonly faults: ReadonlyMap<string, string>;
  readonly zone: string;
}

export function FilterRows({
  endpoint,
  given,
  onGiven,
  faults,
  zone,
}: FilterRowsProps): VNode | null {
  const pairs = pairsOf(endpoint);
  // Rows keep their order, including those without a value, which are not sent.
  const [order, setOrder] = useState<readonly string[]>(() => namesOf(pairsGiven(pairs, given)));
  const names = [...new Set([...order, ...namesOf(pairsGiven(pairs, given))])];
  const rows = names.flatMap(name => pairs.find(({ parameter }) => parameter.name === name) ?? []);
  if (pairs.length === 0) return null;
  const next = freePair(pairs, rows, null);
  const replace = (from: Pair, to: Pair) => {
    const [old, fresh] = [from.parameter.name, to.parameter.name];
    setOrder(names.map(name => (name === old ? fresh : name)));
    onGiven(movePair(given, from, to));
  };
  const remove = ({ parameter }: Pair) => {
    setOrder(names.filter(name => name !== parameter.name));
    onGiven(withTexts(given, parameter.name, []));
  };
  return (
    <fieldset class="field wide filters">
      <legend class="name">Filters</legend>
      {rows.map((pair, at) => (
        <Row
          key={pair.parameter.name}
          pair={pair}
          pairs={pairs}
          used={rows}
          label={`Filter ${at + 1}`}
          texts={given.get(pair.parameter.name) ?? []}
          onTexts={texts => {
            setOrder(names);
            onGiven(withTexts(given, pair.parameter.name, texts));
          }}
          onPair={to => replace(pair, to)}
          choice={operatorChoice(endpoint, pair, given)}
          onChoice={(by, value) => onGiven(withTexts(given, by, [value]))}
          onRemove={() => remove(pair)}
          fault={faults.get(pair.parameter.name) ?? null}
          zone={zone}
        />
      ))}
      {next !== null && (
        <button
          type="button"
          class="plain add"
          onClick={() => setOrder([...names, next.parameter.name])}
        >
          <Icon name="plus" />
          <span>Add filter</span>
        </button>
      )}
    </fieldset>
  );
}

function namesOf(pairs: readonly Pair[]): readonly string[] {
  return pairs.map(({ parameter }) => parameter.name);
}

interface RowProps {
  readonly pair: Pair;
  readonly pairs: readonly Pair[];
  readonly used: readonly Pair[];
  readonly label: string;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  readonly onPair: (pair: Pair) => void;
  readonly choice: OperatorChoice | null;
  readonly onChoice: (by: string, value: string) => void;
  readonly onRemove: () => void;
  readonly fault: string | null;
  readonly zone: string;
}

function Row(props: RowProps): VNode {
  const { pair, pairs, used, label, texts, onTexts, onPair, choice, onChoice } = props;
  const { onRemove, fault, zone } = props;
  const isFree = (other: Pair) => other === pair || !used.includes(other);
  const change = (filter: string, operator: string | null) => {
    const free = pairs.filter(other => other.filter === filter && isFree(other));
    const to = free.find(other => other.operator === operator) ?? free[0];
    if (to !== undefined && to !== pair) onPair(to);
  };
  return (
    <div class="filter">
      <select
        aria-label={`${label}: column`}
        title={pair.filter}
        value={pair.filter}
        onChange={event => change(event.currentTarget.value, pair.operator)}
      >
        {listFilters(pairs.filter(isFree)).map(filter => (
          <option key={filter} value={filter}>
            {filter}
          </option>
        ))}
      </select>
      {choice === null ? (
        <select
          aria-label={`${label}: operator`}
          value={pair.operator}
          onChange={event => change(pair.filter, event.currentTarget.value)}
        >
          {pairs
            .filter(other => other.filter === pair.filter && isFree(other))
            .map(({ operator }) => (
              <option key={operator} value={operator}>
                {OPERATOR_LABELS[operator]}
              </option>
            ))}
        </select>
      ) : (
        <ChosenOperator label={label} choice={choice} onChoice={onChoice} />
      )}
      <ParameterControl
        parameter={pair.parameter}
        label={`${label}: value`}
        texts={texts}
        onTexts={onTexts}
        fault={fault}
        zone={zone}
      />
      <button type="button" class="plain" aria-label={`Remove ${label}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Sets the enum that chooses the operator, which also has a field of its own. */
function ChosenOperator({
  label,
  choice: { by, value, operators, isFixed },
  onChoice,
}: Pick<RowProps, 'label' | 'onChoice'> & { readonly choice: OperatorChoice }): VNode {
  return (
    <select
      aria-label={`${label}: operator`}
      title={`${by.name} chooses the operator`}
      disabled={isFixed}
      value={value ?? ''}
      onChange={event => onChoice(by.name, event.currentTarget.value)}
    >
      {value === null && <option value="">Choose …</option>}
      {Object.entries(operators).map(([name, operator]) => (
        <option key={name} value={name}>
          {OPERATOR_LABELS[operator]}
        </option>
      ))}
    </select>
  );
}
