/** The messages between the processes of a service, over Node's channel between them. */
import type { ApiKey } from '../access/keys/key-file.ts';
import type { RateDecision, RateLimit } from '../access/rate-limit.ts';
import type { Turn } from '../answers/running/limiter.ts';
import type { ProcessMetrics } from '../observe/metrics.ts';
import type { Claimed, Counts, OthersCounts, RunClaim, StoredAnswer } from '../shared/contract.ts';

/**
 * The variable with the edition of the generated files that a process starts with. Each time that the processes read them again, there is a
 * new one, and they keep answers for each other only within an edition.
 */
export const EDITION = 'QUERN_EDITION';

/** The questions of a worker to its primary, by name. */
export interface Questions {
  /** A slot for a statement; it is free again after `leave`. */
  readonly slot: { readonly asked: Turn; readonly answer: { readonly waitedMs: number } };
  readonly rate: {
    readonly asked: { readonly keyId: string; readonly limit: RateLimit };
    readonly answer: RateDecision;
  };
  readonly spent: { readonly asked: Counts; readonly answer: OthersCounts | null };
  readonly claim: { readonly asked: RunClaim; readonly answer: SentClaimed };
  readonly renew: { readonly asked: RunClaim; readonly answer: unknown };
  readonly keep: {
    readonly asked: {
      readonly claim: RunClaim;
      readonly answer: SentAnswer;
      readonly ttlMs: number;
    };
    readonly answer: unknown;
  };
  readonly release: { readonly asked: RunClaim; readonly answer: unknown };
  /** The metrics of all processes. */
  readonly metrics: { readonly asked: null; readonly answer: readonly ProcessMetrics[] };
  /** The configuration as the primary has read it. The file may have changed since. */
  readonly configuration: { readonly asked: null; readonly answer: Uint8Array | null };
  /** The keys that the primary reads; `null`: no key is needed. */
  readonly keys: { readonly asked: null; readonly answer: KeyState | null };
  /** The text that a process has read last and could use; `null`: no process has one. */
  readonly kept: { readonly asked: KeptName; readonly answer: string | null };
}
/** An answer on its way: an age would not grow meanwhile. `producedMs`: by a clock that the processes have in common. */
export interface SentAnswer {
  readonly packed: Uint8Array;
  readonly producedMs: number;
}
export type SentClaimed =
  | Exclude<Claimed, { kind: 'kept' }>
  | { readonly kind: 'kept'; readonly answer: SentAnswer };

/** Of the machine, and nobody sets it. */
const commonMs = () => Number(process.hrtime.bigint()) / 1e6;

export function sentAnswer({ packed, ageMs }: StoredAnswer): SentAnswer {
  return { packed, producedMs: commonMs() - ageMs };
}
export function arrivedAnswer({ packed, producedMs }: SentAnswer): StoredAnswer {
  return { packed, ageMs: commonMs() - producedMs };
}

/** The texts that each process reads for itself: the index of the definitions, and the keys of an issuer of tokens. */
export type KeptName = 'definitions' | 'issuer';

export interface KeyState {
  readonly keys: readonly ApiKey[];
  /** Why the key file cannot be used, so that these are the keys of an older one; else `null`. */
  readonly fault: string | null;
}
export type QuestionName = keyof Questions;

/** `leave`: nobody needs the answer, or the slot that it gave, any more. */
export type FromWorker =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly name: QuestionName;
      readonly asked: unknown;
    }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'keep'; readonly name: KeptName; readonly text: string }
  | { readonly kind: 'collected'; readonly id: number; readonly metrics: ProcessMetrics }
  | { readonly kind: 'listens' | 'alive' };

export type FromPrimary =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly refusal: SlotRefusal }
  | { readonly kind: 'collect'; readonly id: number }
  | { readonly kind: 'keys'; readonly state: KeyState }
  | { readonly kind: 'drain' | 'stop' }
  | { readonly kind: 'hangup'; readonly edition: number }
  /** A process answers `alive`, unless it hangs. */
  | { readonly kind: 'are you alive' };

/** Why there is no slot: the queue is full for the key until so many seconds, or the service stops. */
export type SlotRefusal =
  | { readonly why: 'overloaded'; readonly key: string; readonly retryAfterS: number }
  | { readonly why: 'stopping' };
