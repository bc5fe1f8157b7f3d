/** The parts that the processes of a service share, and the replicas on one store. */
import type { RateDecision, RateLimit } from '../access/rate-limit.ts';
import type { Limiter } from '../answers/running/limiter.ts';
import type { Metrics, ProcessMetrics } from '../observe/metrics.ts';

/** Parts that replace a service's own ones. */
export interface SharedParts {
  readonly limiter?: Limiter;
  readonly rates?: SharedRates;
  readonly budgets?: SharedBudgets;
  readonly answers?: AnswerStore;
  /** Takes what collects the metrics of this process, and returns what renders those of all. */
  readonly metrics?: (collect: () => Promise<ProcessMetrics>) => Metrics['render'];
}

export interface SharedRates {
  /** As a `RateLimiter` does, for all processes together. */
  readonly take: (keyId: string, limit: RateLimit) => Promise<RateDecision>;
}

/**
 * The bytes that each process has read on a day. A process sends its whole count, never a difference, so a count that arrives
 * twice, late or after a loss of the store is still right.
 */
export interface SharedBudgets {
  /** Notes the counts of a process, and returns those of the others; `null`: nobody knows. */
  readonly exchange: (counts: Counts) => Promise<OthersCounts | null>;
}
export interface Counts {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly process: string;
  readonly key: string;
  readonly ofKey: number;
  /** Of all keys. */
  readonly total: number;
}
export type OthersCounts = Pick<Counts, 'ofKey' | 'total'>;

/** Answers that processes keep for each other. Keys and contents are opaque. */
export interface AnswerStore {
  /** Returns a kept answer that is young enough, or who produces the next one. */
  readonly claim: (claim: RunClaim) => Promise<Claimed>;
  /** Prolongs the claim for another `leaseMs`. */
  readonly renew: (claim: RunClaim) => Promise<void>;
  /** Keeps the answer, which is `ageMs` old, and ends the claim. */
  readonly keep: (claim: RunClaim, answer: StoredAnswer, ttlMs: number) => Promise<void>;
  /** Ends the claim without an answer. */
  readonly release: (claim: RunClaim) => Promise<void>;
}
export interface RunClaim {
  readonly key: string;
  /** Names the run that would produce the answer. */
  readonly run: string;
  /** An older answer does not count. In milliseconds. */
  readonly freshMs: number;
  /** How long the claim lasts if it is not renewed. */
  readonly leaseMs: number;
}
/** `yours`: the run has the claim; `theirs`: another run has it; `alone`: the store cannot say. */
export type Claimed =
  | { readonly kind: 'kept'; readonly answer: StoredAnswer }
  | { readonly kind: 'yours' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'theirs'; readonly run: string };

export interface StoredAnswer {
  readonly packed: Uint8Array;
  readonly ageMs: number;
}
