/** The parameters of a text, as its translation knows them. */
import type { Type } from '../core/types/scalar.ts';

export interface KnownParam {
  readonly name: string;
  readonly type: Type;
  /** Whether a request may omit it; it is NULL then. */
  readonly nullable: boolean;
  /** The least and the greatest value of a whole number; `null` without that bound, and for other types. */
  readonly min: bigint | null;
  readonly max: bigint | null;
  /** Whether every engine reads its values alike as time zones or as patterns; `null`: neither. */
  readonly of: 'zone' | 'pattern' | null;
}
