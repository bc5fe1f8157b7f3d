/** The control of a parameter, by its type; a line of text for any other type. */
import type { VNode } from 'preact';
import { replacement } from '../service/enums.ts';
import type { ListedParameter } from '../service/listing.ts';
import type { ControlProps } from './control-props.ts';
import { Chips } from './controls/chips.tsx';
import { DurationControl } from './controls/duration.tsx';
import { InstantControl } from './controls/instant.tsx';
import { Choices, Segments } from './controls/segments.tsx';
import { StatementControl } from './controls/statement.tsx';
import { TextLine } from './controls/text-line.tsx';
import { ZoneControl } from './controls/zone.tsx';
import { FieldControl, FieldFault, fieldId, hintAttributes } from './field.tsx';
import { describeHint } from './hints.ts';

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
  timestamp: { control: InstantControl },
  date: { control: InstantControl },
  duration: { control: DurationControl },
  timezone: { control: ZoneControl },
};

/** The maximum number of values side by side, and of their characters in total. */
const SIDE_BY_SIDE = { values: 6, characters: 44 };

function kindOf(parameter: ListedParameter, isStatement: boolean): Kind {
  if (isStatement) return { control: StatementControl, isWide: true };
  if (parameter.list !== undefined) return { control: Chips, isGroup: true };
  const { values } = parameter;
  if (values === null) return KINDS[parameter.type] ?? LINE;
  const isShort =
    values.length <= SIDE_BY_SIDE.values && values.join('').length <= SIDE_BY_SIDE.characters;
  return isShort ? SEGMENTS : { control: Choices, showsDefault: true };
}

export interface ParameterFieldProps {
  readonly parameter: ListedParameter;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  readonly fault: string | null;
  readonly zone: string;
  /** Whether it accepts a statement of a sandbox. */
  readonly isStatement: boolean;
}

export function ParameterField(props: ParameterFieldProps): VNode {
  const { parameter, texts, fault, isStatement } = props;
  const kind = kindOf(parameter, isStatement);
  const facts = describeHint(parameter, kind.showsDefault ? 'default shown' : 'default not shown');
  const hint = [replacedText(parameter, texts), facts].filter(text => text !== '').join(' ');
  return (
    <FieldControl
      id={fieldId(parameter.name)}
      name={parameter.name}
      hint={hint}
      isRequired={parameter.required}
      isDeprecated={parameter.deprecated}
      fault={fault}
      isGroup={kind.isGroup === true}
      isWide={kind.isWide === true}
    >
      {controlIn(props, kind, hintAttributes(fieldId(parameter.name), hint, fault))}
    </FieldControl>
  );
}

/** Says that the service uses another value than the given one; empty if it does not. */
function replacedText(parameter: ListedParameter, [text = '']: readonly string[]): string {
  const value = replacement(parameter, text);
  return value === null ? '' : `\`${text}\` is not a value here, so \`${value}\` is used.`;
}

/** The control without its field, but with a name for screen readers; used in a row of filters. */
export function ParameterControl({
  label,
  ...props
}: Omit<ParameterFieldProps, 'isStatement'> & { readonly label: string }): VNode {
  const { parameter, fault } = props;
  const kind = kindOf(parameter, false);
  const id = fieldId(parameter.name);
  const control = controlIn(props, kind, { ...hintAttributes(id, '', fault), 'aria-label': label });
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
      <FieldFault id={id} fault={fault} />
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
