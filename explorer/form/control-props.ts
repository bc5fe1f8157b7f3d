/** The properties of every control of a parameter. */
import type { ListedParameter } from '../service/listing.ts';
import type { hintAttributes } from './field.tsx';

export interface ControlProps {
  readonly parameter: ListedParameter;
  readonly id: string;
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  /** The zone in which instants are written. */
  readonly zone: string;
  readonly attributes: ReturnType<typeof hintAttributes> & { readonly 'aria-label'?: string };
}
