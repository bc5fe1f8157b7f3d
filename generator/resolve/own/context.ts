/** The context in which the parts of an endpoint in own SQL are resolved. */

import type { ProofClause } from '../../core/plan/proof.ts';
import type { Source } from '../../core/spec/source.ts';
import type { OwnSpec } from '../../core/spec/spec.ts';
import type { Nameable } from '../../own/read.ts';
import type { Using } from '../scope.ts';
import type { TextOf } from '../surroundings.ts';

export interface OwnContext extends Using {
  readonly spec: OwnSpec;
  readonly sources: readonly Source[];
  readonly textOf: TextOf;
  readonly nameable: ReadonlyMap<string, Nameable>;
  /** Collects the proofs of the endpoint's scoped reads. */
  readonly clauses: ProofClause[];
}
