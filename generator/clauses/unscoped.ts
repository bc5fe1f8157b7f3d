/** `unscoped`: reads may lack their scope. `resolve/bodies/tenancy.ts` checks the reads of a body that is whole. */
import { type Clause, NO_PARTS } from './clause.ts';

export const unscoped: Clause = NO_PARTS;
