/** `quern.yaml` in the form that its schema guarantees, before its texts are parsed. */
import type { Formula } from '../core/types/formats.ts';

export interface WrittenConfig {
  readonly endpoints?: string;
  readonly output?: string;
  readonly dialects?: readonly string[];
  readonly openapi?: { readonly title?: string; readonly server?: string };
  /** By language. Each client has one setting. */
  readonly clients?: Readonly<Record<string, Readonly<Record<string, string>> | null>>;
  readonly server?: { readonly framework?: 'hono' | 'fastify' | 'express' | null };
  readonly service?: WrittenService;
  readonly engines?: WrittenEngines;
}
export interface WrittenService {
  readonly engine?: string;
  readonly keys?: string;
  readonly secret?: string | readonly string[];
  readonly jwt?: WrittenJwt | null;
  readonly timeout?: string;
  readonly concurrency?: number;
  readonly queue?: number;
  readonly max_bytes?: string;
  readonly cache?: { readonly bytes?: string; readonly warm_entries?: number };
  readonly rate_limit?: { readonly per_key: number; readonly burst: number } | null;
  readonly public?: readonly ('docs' | 'metrics')[];
  readonly cors?: readonly string[];
  readonly csv?: { readonly formula?: Formula };
  readonly unknown_parameters?: 'reject' | 'ignore';
  readonly log_values?: boolean;
  readonly direct?: boolean;
}
export interface WrittenJwt {
  readonly issuer: string;
  readonly audience: string;
  readonly jwks_url?: string;
  readonly public_key?: string;
  readonly algorithms?: readonly string[];
  readonly typ?: string;
  readonly claims?: Readonly<Record<string, string>>;
  readonly scope?: string;
}
/** For each engine, the values of the keys that the engine's settings declare. */
export type WrittenEngines = Readonly<Record<string, WrittenSettings>>;
export type WrittenSettings = Readonly<Record<string, unknown>>;
