/** Flags that several verbs share, how their values are read, and the environment variables that set them. */
import type { FlagParametersForType } from '@stricli/core';
import type { Environment } from '../generator/config/config.ts';
import { printable } from '../generator/core/report/diagnostics.ts';
import { COLOR_MODES, type ColorMode } from './terminal/colors.ts';
import { EXIT, Failure } from './terminal/exit.ts';
import { REPORTERS, type ReporterName } from './terminal/reports/reporters.ts';

export interface GlobalFlags {
  readonly config?: string;
  readonly cwd?: string;
  readonly json?: boolean;
  readonly reporter?: ReporterName;
  readonly quiet?: boolean;
  readonly color?: ColorMode;
}
/** Flags of verbs that report warnings. */
export interface ReportFlags extends GlobalFlags {
  readonly strict?: boolean;
}

const text = (input: string) => input;

/** Marks the end of a proposal that the shell completes as a path; a word never contains NUL. */
export const PATH = '\0';

export function proposePath(partial: string): readonly string[] {
  return [partial + PATH];
}

/** Flags that every verb has. */
export const GLOBAL_FLAGS: FlagParametersForType<GlobalFlags> = {
  config: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'file',
    proposeCompletions: proposePath,
    brief: 'The configuration (default: quern.yaml, if it exists)',
  },
  cwd: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'dir',
    proposeCompletions: proposePath,
    brief: 'Run as if started in this directory',
  },
  json: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Print results and reports as JSON',
  },
  reporter: {
    kind: 'enum',
    values: REPORTERS,
    optional: true,
    brief: 'How errors are reported (default: text; in GitHub Actions, github)',
  },
  quiet: { kind: 'boolean', optional: true, withNegated: false, brief: 'Print only failures' },
  color: {
    kind: 'enum',
    values: COLOR_MODES,
    optional: true,
    brief: 'Whether to use colours (default: auto)',
  },
};
export const GLOBAL_ALIASES = { c: 'config' } as const;

export const REPORT_FLAGS: FlagParametersForType<ReportFlags> = {
  strict: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Treat warnings as errors',
  },
  ...GLOBAL_FLAGS,
};

// ---- values ---------------------------------------------------------------------------------------------------------

/** A parser of whole numbers. Its error message follows the flag's name. */
export function parseWholeNumber(least: number, most: number): (input: string) => number {
  return input => {
    const value = /^\d{1,15}$/.test(input) ? Number(input) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  };
}

export interface GivenParameter {
  readonly name: string;
  readonly value: string;
}

/** A parser of `name=value`. Its error message follows the flag's name. */
function nameAndValue(input: string): GivenParameter {
  const at = input.indexOf('=');
  if (at < 1) throw new Error('must be a name, `=` and a value');
  return { name: input.slice(0, at), value: input.slice(at + 1) };
}

/** A flag that accepts a text. */
export function textFlag(placeholder: string, brief: string) {
  return { kind: 'parsed', parse: text, optional: true, placeholder, brief } as const;
}

/** A flag that accepts the path of a file. */
export function fileFlag(brief: string) {
  return { ...textFlag('file', brief), proposeCompletions: proposePath } as const;
}

/** `--param name=value`, any number of times. */
export function paramFlag(brief: string) {
  return {
    kind: 'parsed',
    parse: nameAndValue,
    optional: true,
    variadic: true,
    placeholder: 'name=value',
    brief,
  } as const;
}

// ---- the environment ------------------------------------------------------------------------------------------------

/** Flags that an environment variable can set: `QUERN_` and the flag's name. Those of `--engine`, `--keys` and `--database` are variables of settings. */
const FROM_ENVIRONMENT = [
  'config',
  'cwd',
  'json',
  'reporter',
  'quiet',
  'color',
  'strict',
  'host',
  'port',
] as const;

type Spec =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'parsed'; readonly parse: (input: string) => unknown };

/** The flags; the environment supplies those that were not given. Throws `Failure` at a wrong value. */
export function withEnvironment<Flags extends object>(
  flags: Flags,
  specs: Readonly<Record<string, unknown>>,
  environment: Environment,
): Flags {
  const given = flags as Readonly<Record<string, unknown>>;
  const added: Record<string, unknown> = {};
  for (const name of FROM_ENVIRONMENT) {
    const variable = `QUERN_${name.toUpperCase()}`;
    const value = environment[variable];
    const spec = specs[name] as Spec | undefined;
    if (spec === undefined || given[name] !== undefined || !value) continue;
    added[name] = readVariable(spec, variable, value);
  }
  return { ...flags, ...added };
}

function readVariable(spec: Spec, variable: string, value: string): unknown {
  const wrong = (must: string) =>
    new Failure(EXIT.usage, `\`${variable}\` ${must}, not \`${printable(value)}\``);
  switch (spec.kind) {
    case 'boolean': {
      const meant = BOOLEANS[value.toLowerCase()];
      if (meant === undefined) throw wrong('must be `1` or `0`');
      return meant || undefined;
    }
    case 'enum':
      if (spec.values.includes(value)) return value;
      throw wrong(`must be one of ${spec.values.join(', ')}`);
    case 'parsed':
      try {
        return spec.parse(value);
      } catch (cause) {
        throw wrong(cause instanceof Error ? cause.message : String(cause));
      }
  }
}

const BOOLEANS: Readonly<Record<string, boolean | undefined>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};
