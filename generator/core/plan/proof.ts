/**
 * The proof that a value belongs to the tenant of the request: the parameters that the value equals. The proof holds for a caller if the
 * caller's key fixes at least one parameter of each clause.
 */
export type Proof = readonly ProofClause[];

/** Parameters of which each proves the value by itself. */
export type ProofClause = ReadonlySet<string>;

/** Proves a value that equals the parameter. */
export function provenBy(param: string): Proof {
  return [new Set([param])];
}

/**
 * The proof of a value with several proofs, each of which suffices. Of proofs with several clauses, it keeps one: a form with all of
 * them may grow exponentially, and one is never weaker. `null`: nothing proves the value.
 */
export function bestProof(proofs: readonly Proof[]): Proof | null {
  const [first] = proofs;
  if (first === undefined) return null;
  const single = proofs.flatMap(proof => (proof.length === 1 ? proof : []));
  return single.length === 0 ? first : [new Set(single.flatMap(clause => [...clause]))];
}

/** The proof of values that come from several places, of which each has to be proven. */
export function every(proofs: readonly Proof[]): Proof {
  return distinctClauses(proofs.flat());
}

/** The clauses without repetitions, in order. */
function distinctClauses(clauses: Proof): Proof {
  return [...new Map(clauses.map(clause => [[...clause].sort().join(), clause])).values()];
}

/** The clauses as sorted lists without repetitions, as the manifest has them. */
export function clauseLists(clauses: Proof): readonly (readonly string[])[] {
  const lists = distinctClauses(clauses).map(clause => [...clause].sort());
  return lists.sort((a, b) => (a.join() < b.join() ? -1 : 1));
}
