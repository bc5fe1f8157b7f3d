/** The frame of a field: its name, whether it is required, its meaning, and its fault. */
import type { ComponentChildren, VNode } from 'preact';
import { CodeText } from '../rows/code-text.tsx';

export interface FieldProps {
  /** The ID of the control inside; the IDs of its hint and its fault begin with it. */
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly isRequired?: boolean;
  readonly isDeprecated?: boolean;
  /** In the words of the service; `null` without a fault. */
  readonly fault: string | null;
  /** Whether the field has several controls, which share its name. */
  readonly isGroup?: boolean;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

export function fieldId(parameter: string): string {
  return `field-${parameter}`;
}

/** The attributes that connect a control with its hint and its fault. */
export function hintAttributes(id: string, hint: string, fault: string | null) {
  const ids = [hint === '' ? null : `${id}-hint`, fault === null ? null : `${id}-fault`];
  const known = ids.filter(each => each !== null).join(' ');
  return {
    'aria-invalid': fault !== null,
    'aria-describedby': known === '' ? undefined : known,
  };
}

export function FieldFault({ id, fault }: Pick<FieldProps, 'id' | 'fault'>): VNode | null {
  if (fault === null) return null;
  return (
    <span class="fault" id={`${id}-fault`}>
      <CodeText text={fault} />
    </span>
  );
}

export function FieldControl(props: FieldProps): VNode {
  const { id, name, hint, isRequired, isDeprecated, fault, isGroup, isWide, children } = props;
  const label = (
    <>
      {name}
      {isRequired === true && <span class="required"> required</span>}
      {isDeprecated === true && <span class="deprecated"> deprecated</span>}
    </>
  );
  const below = (
    <>
      <FieldFault id={id} fault={fault} />
      {hint !== '' && (
        <span class="hint" id={`${id}-hint`}>
          <CodeText text={hint} />
        </span>
      )}
    </>
  );
  const kind = `field${isWide === true ? ' wide' : ''}`;
  if (isGroup === true) {
    return (
      <fieldset
        class={kind}
        id={id}
        aria-describedby={hintAttributes(id, hint, fault)['aria-describedby']}
      >
        <legend class="name">{label}</legend>
        {children}
        {below}
      </fieldset>
    );
  }
  return (
    <div class={kind}>
      <label class="name" for={id}>
        {label}
      </label>
      {children}
      {below}
    </div>
  );
}
