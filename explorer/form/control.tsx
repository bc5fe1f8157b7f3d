/** The control of a parameter, by its type; a line of text for any other type. */
import type { VNode } from 'preact';
import type { Parameter } from '../service/listing.ts';
import { Chips } from './controls/chips.tsx';
import { DurationControl } from './controls/duration.tsx';
import { Instant } from './controls/instant.tsx';
import { Choices, Segments } from './controls/segments.tsx';
import { Statement } from './controls/statement.tsx';
import { TextLine } from './controls/text-line.tsx';
import { ZoneControl } from './controls/zone.tsx';
import { described, Fault, Field, fieldId } from './field.tsx';
import { hintOf } from './hints.ts';

export interface ControlProps {
  readonly parameter: Parameter;
  readonly id: string;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  /** The zone in which instants are written. */
  readonly zone: string;
  readonly attributes: ReturnType<typeof described> & { readonly 'aria-label'?: string };
}

type Control = (props: ControlProps) => VNode;

interface Kind {
  readonly control: Control;
  readonly isGroup?: true;
  readonly isWide?: true;
  /** Shows the default as the chosen value. */
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

/** The maximum number of values side by side, and of their characters in total. */
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
  /** Whether it accepts a statement of a sandbox. */
  readonly isStatement: boolean;
}

export function ParameterField(props: ParameterFieldProps): VNode {
  const { parameter, fault, isStatement } = props;
  const kind = kindOf(parameter, isStatement);
  const hint = hintOf(parameter, kind.showsDefault ? 'default shown' : 'default not shown');
  return (
    <Field
      id={fieldId(parameter.name)}
      name={parameter.name}
      hint={hint}
      isRequired={parameter.required}
      isDeprecated={parameter.deprecated}
      fault={fault}
      isGroup={kind.isGroup === true}
      isWide={kind.isWide === true}
    >
      {controlIn(props, kind, described(fieldId(parameter.name), hint, fault))}
    </Field>
  );
}

/** The control without its field, but with a name for screen readers; used in a row of filters. */
export function ParameterControl({
  label,
  ...props
}: Omit<ParameterFieldProps, 'isStatement'> & { readonly label: string }): VNode {
  const { parameter, fault } = props;
  const kind = kindOf(parameter, false);
  const id = fieldId(parameter.name);
  const control = controlIn(props, kind, { ...described(id, '', fault), 'aria-label': label });
  return (
    <div class="filter-value">
      {kind.isGroup === true ? (
        <fieldset id={id}>
          <legend class="unseen">{label}</legend>
          {control}
        </fieldset>
      ) : (
        control
      )}
      <Fault id={id} fault={fault} />
    </div>
  );
}

function controlIn(
  { parameter, texts, onTexts, zone }: Omit<ParameterFieldProps, 'isStatement'>,
  { control: Control }: Kind,
  attributes: ControlProps['attributes'],
): VNode {
  return (
    <Control
      parameter={parameter}
      id={fieldId(parameter.name)}
      texts={texts}
      onTexts={onTexts}
      zone={zone}
      attributes={attributes}
    />
  );
}
