/** Kept answers, single flights, rates and budgets on a Redis or Valkey server, for all replicas of a service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Redis from '@redis/client';
import { messageOf } from '../../../generator/system/errors.ts';
import { bucketSize, createRateLimiter, decisionOf } from '../../access/rate-limit.ts';
import type {
  AnswerStore,
  Claimed,
  RunClaim,
  SharedBudgets,
  SharedParts,
  SharedRates,
} from '../contract.ts';
import { createSeals, type Seals } from '../seal.ts';
import { type Attempt, createAttempts, faultOf } from './attempts.ts';
import { CLAIM, EXCHANGE, KEEP, RELEASE, RENEW, TAKE } from './scripts.ts';

export interface RedisOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly secret: string;
  /** Names the data that the answers are of: replicas on other data share nothing. */
  readonly namespace: string;
  /** Of quern. Replicas of another version may give an answer another form, so they keep answers apart, but share rates and budgets. */
  readonly version: string;
  readonly tell: (fault: string | null) => void;
}
export interface RedisParts extends Required<Pick<SharedParts, 'rates' | 'budgets' | 'answers'>> {
  readonly close: () => void;
}

const SLOWEST_RETRY_MS = 1_000;
/** A start waits for the server for so long, and then goes on without it. */
const START_MS = 500;

/** Runs a script on keys with arguments. */
type Run = (
  script: string,
  keys: readonly string[],
  args: readonly (string | Buffer)[],
) => Promise<unknown>;

/**
 * Connects, and connects again whenever the server is lost. Without the server, each replica has its own answers
 * and rates, and budgets go by what it knew of the others. Rejects if the client is not installed.
 */
export async function openRedis(options: RedisOptions): Promise<RedisParts> {
  const { createClient, RESP_TYPES } = await library();
  const client = createClient({
    url: options.url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: retries => Math.min(50 * 2 ** retries, SLOWEST_RETRY_MS) },
  });
  let why = 'it cannot be reached';
  client.on('error', (cause: unknown) => {
    why = faultOf(cause);
  });
  const connecting = client.connect().catch(() => {});
  await Promise.race([connecting, sleep(START_MS)]);
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const run: Run = (script, keys, args) =>
    binary.eval(script, { keys: [...keys], arguments: [...args] as string[] });
  const attempt = createAttempts({
    lost: () => (client.isReady ? null : why),
    tell: options.tell,
  });
  const seals = createSeals(options.secret, options.namespace);
  return {
    answers: createAnswers(run, attempt, seals, options.version),
    rates: createRates(run, attempt, seals),
    budgets: createBudgets(run, attempt, seals),
    close: () => client.destroy(),
  };
}

async function library(): Promise<typeof Redis> {
  try {
    return await import('@redis/client');
  } catch (cause) {
    throw new Error(`\`@redis/client\` cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

/** The texts that a script returns. Throws for what none returns, so that another kind of server is a lost store. */
function textsOf(found: unknown): readonly Buffer[] {
  if (Array.isArray(found) && found.every(Buffer.isBuffer)) return found;
  throw new Error('it does not answer as Redis does');
}

function numberOf(text: Buffer | undefined): number {
  const number = Number(String(text));
  if (Number.isFinite(number)) return number;
  throw new Error('it does not answer as Redis does');
}

/** The braces let a cluster keep both on one server. */
const answerKey = (name: string) => `quern:{${name}}:answer`;
const claimKey = (name: string) => `quern:{${name}}:claim`;

function createAnswers(run: Run, attempt: Attempt, seals: Seals, version: string): AnswerStore {
  const nameOf = (key: string) => seals.nameOf(`answer of ${version} ${key}`);
  const kept = (name: string, answer: Buffer, ageMs: number): Claimed => {
    const plain = seals.open(name, answer);
    // bytes of somebody else: this replica asks its engine
    if (plain === null) return { kind: 'alone' };
    const producedMs = Buffer.from(plain).readDoubleBE();
    // the older age counts: a write that the server has delayed makes an answer look younger
    const oldest = Math.max(ageMs, Date.now() - producedMs, 0);
    return { kind: 'kept', answer: { packed: plain.subarray(TIME_BYTES), ageMs: oldest } };
  };
  const release: AnswerStore['release'] = async ({ key, run: own }) => {
    await attempt(() => run(RELEASE, [claimKey(nameOf(key))], [own]));
  };
  return {
    claim: async ({ key, run: own, freshMs, leaseMs }: RunClaim) => {
      const name = nameOf(key);
      const keys = [answerKey(name), claimKey(name)];
      let isAwaited = true;
      const claimed = await attempt(async (): Promise<Claimed> => {
        const args = [String(freshMs), own, String(leaseMs)];
        const [first, age] = textsOf(await run(CLAIM, keys, args));
        if (first === undefined) {
          // the run has begun without it
          if (!isAwaited) await run(RELEASE, [claimKey(name)], [own]);
          return { kind: 'yours' };
        }
        if (age === undefined) return { kind: 'theirs', run: String(first) };
        return kept(name, first, numberOf(age));
      });
      isAwaited = false;
      const isLate = claimed?.kind === 'kept' && claimed.answer.ageMs >= freshMs;
      return claimed === null || isLate ? { kind: 'alone' } : claimed;
    },
    renew: async ({ key, run: own, leaseMs }) => {
      await attempt(() => run(RENEW, [claimKey(nameOf(key))], [own, String(leaseMs)]));
    },
    keep: async (claim, { packed, ageMs }, ttlMs) => {
      const leftMs = Math.ceil(ttlMs - ageMs);
      if (leftMs <= 0) return release(claim);
      const { key, run: own } = claim;
      const name = nameOf(key);
      const time = Buffer.alloc(TIME_BYTES);
      time.writeDoubleBE(Date.now() - ageMs);
      const sealed = seals.seal(name, Buffer.concat([time, packed]));
      const keys = [answerKey(name), claimKey(name)];
      const args = [sealed, String(Math.ceil(ageMs)), String(leftMs), own];
      await attempt(() => run(KEEP, keys, args));
    },
    release,
  };
}

/** The time of production before each packed answer. */
const TIME_BYTES = 8;

function createRates(run: Run, attempt: Attempt, seals: Seals): SharedRates {
  // counts for this replica alone while the store does not answer
  const own = createRateLimiter();
  return {
    take: async (keyId, limit) => {
      const { perToken, capacity } = bucketSize(limit);
      const keys = [`quern:{${seals.nameOf(`rate ${keyId}`)}}:rate`];
      const taken = await attempt(async () => {
        const args = [String(perToken), String(capacity)];
        const [allowed, left] = textsOf(await run(TAKE, keys, args));
        return { allowed: numberOf(allowed) === 1, left: numberOf(left) };
      });
      return taken === null ? own.take(keyId, limit) : decisionOf(limit, taken);
    },
  };
}

/** Counts outlive their day, because the clocks of replicas may differ. */
const COUNTS_LIFE_MS = 2 * 86_400_000;

function createBudgets(run: Run, attempt: Attempt, seals: Seals): SharedBudgets {
  return {
    exchange: async ({ day, process, key, ofKey, total }) => {
      const names = { day: seals.nameOf(`budget ${day}`), key: seals.nameOf(`budget of ${key}`) };
      const keys = [`quern:{${names.day}}:key:${names.key}`, `quern:{${names.day}}:total`];
      const args = [process, String(ofKey), String(total), String(COUNTS_LIFE_MS)];
      return attempt(async () => {
        const [others, all] = textsOf(await run(EXCHANGE, keys, args));
        return { ofKey: numberOf(others), total: numberOf(all) };
      });
    },
  };
}
