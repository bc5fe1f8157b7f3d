/** The control of a parameter, by its type. A type that is not here is a line of text. */
import type { VNode } from 'preact';
import type { Parameter } from '../service/listing.ts';
import { Chips } from './controls/chips.tsx';
import { DurationControl } from './controls/duration.tsx';
import { Instant } from './controls/instant.tsx';
import { Choices, Segments } from './controls/segments.tsx';
import { Statement } from './controls/statement.tsx';
import { TextLine } from './controls/text-line.tsx';
import { ZoneControl } from './controls/zone.tsx';
import { FaultText } from './fault-text.tsx';
import { described, Field } from './field.tsx';
import { hintOf } from './hints.ts';

export interface ControlProps {
  readonly parameter: Parameter;
  readonly id: string;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  /** The zone that instants are written in. */
  readonly zone: string;
  readonly attributes: ReturnType<typeof described>;
}

type Control = (props: ControlProps) => VNode;

interface Kind {
  readonly control: Control;
  readonly isGroup?: true;
  readonly isWide?: true;
  /** Shows the default as the chosen one. */
  readonly showsDefault?: true;
}

const LINE: Kind = { control: TextLine };
const SEGMENTS: Kind = { control: Segments, isGroup: true, showsDefault: true };
const KINDS: Readonly<Record<string, Kind>> = {
  bool: SEGMENTS,
  timestamp: { control: Instant },
  date: { control: Instant },
  duration: { control: DurationControl },
  timezone: { control: ZoneControl },
};

/** The most values that stand side by side, and the most characters of them together. */
const SIDE_BY_SIDE = { values: 6, characters: 44 };

function kindOf(parameter: Parameter, isStatement: boolean): Kind {
  if (isStatement) return { control: Statement, isWide: true };
  if (parameter.list !== undefined) return { control: Chips, isGroup: true };
  const { values } = parameter;
  if (values === null) return KINDS[parameter.type] ?? LINE;
  const isShort =
    values.length <= SIDE_BY_SIDE.values && values.join('').length <= SIDE_BY_SIDE.characters;
  return isShort ? SEGMENTS : { control: Choices, showsDefault: true };
}

export interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  readonly fault: string | null;
  readonly zone: string;
  /** Whether it takes a statement of a sandbox. */
  readonly isStatement: boolean;
}

export function ParameterField(props: ParameterFieldProps): VNode {
  const { parameter, texts, onTexts, fault, zone, isStatement } = props;
  const { name, required, deprecated } = parameter;
  const { control: Control, isGroup, isWide, showsDefault } = kindOf(parameter, isStatement);
  const id = `field-${name}`;
  const hint = hintOf(parameter, showsDefault ? 'default shown' : 'default not shown');
  return (
    <Field
      id={id}
      name={name}
      hint={hint}
      isRequired={required}
      isDeprecated={deprecated}
      fault={fault}
      isGroup={isGroup === true}
      isWide={isWide === true}
    >
      <Control
        parameter={parameter}
        id={id}
        texts={texts}
        onTexts={onTexts}
        zone={zone}
        attributes={described(id, hint, fault)}
      />
    </Field>
  );
}

/** The control alone, with its name for those who hear it: in a row of filters. */
export function ParameterControl({
  label,
  fault,
  parameter,
  ...props
}: Omit<ParameterFieldProps, 'isStatement'> & { readonly label: string }): VNode {
  const { control: Control, isGroup } = kindOf(parameter, false);
  const id = `field-${parameter.name}`;
  const attributes = { ...described(id, '', fault), 'aria-label': label };
  const shown = <Control parameter={parameter} id={id} attributes={attributes} {...props} />;
  return (
    <div class="filter-value">
      {isGroup === true ? (
        <fieldset id={id}>
          <legend class="unseen">{label}</legend>
          {shown}
        </fieldset>
      ) : (
        shown
      )}
      {fault !== null && (
        <span class="fault" id={`${id}-fault`}>
          <FaultText text={fault} />
        </span>
      )}
    </div>
  );
}
