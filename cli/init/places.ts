/** Where the rows of a new project are, as named by `--from`. */
import { relative, resolve, sep } from 'node:path';
import {
  ENGINE_NAMES,
  ENGINES,
  type EngineName,
  type EnginesConfig,
  FILE_ENGINE,
  FILE_KEYS,
} from '../../engines/index.ts';
import { type Environment, readConfig } from '../../generator/config/config.ts';
import { collector } from '../../generator/core/report/diagnostics.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { yamlText } from './columns.ts';

export type SurveyPlace = { readonly kind: 'files'; readonly path: string } | EnginePlace;

export interface EnginePlace {
  readonly kind: 'engine';
  readonly engine: EngineName;
  readonly settings: Settings;
}

/** The settings of an engine. */
interface Settings {
  /** Lines under the engine's name in `quern.yaml`. */
  readonly lines: readonly string[];
  /** The environment, including the variables that these lines name. */
  readonly environment: Environment;
  /** The variable that the user must set for later commands. */
  readonly unset: string | null;
}

/**
 * The places that the command line names: one engine, or any number of files. Throws `Failure` for any other text.
 */
export function resolvePlaces(
  from: readonly string[],
  { cwd, folder, environment }: { cwd: string; folder: string; environment: Environment },
): readonly SurveyPlace[] {
  const places = from.map((text): SurveyPlace => {
    if (isAddress(text)) return engineAt(text, environment);
    const path = resolve(cwd, text);
    if (!FILE_KEYS.isDatabase(path)) return { kind: 'files', path };
    const lines = [`${FILE_KEYS.database}: ${inProject(folder, path)}`];
    return { kind: 'engine', engine: FILE_ENGINE, settings: { lines, environment, unset: null } };
  });
  const alone = places.findIndex(({ kind }) => kind === 'engine');
  if (places.length === 1 || alone === -1) return places;
  const text = from[alone] ?? '';
  const what = isAddress(text) ? 'The address' : `\`${text}\``;
  throw new Failure(
    EXIT.usage,
    `${what} is a database, and a project reads one database or files, not both`,
    { hint: 'Name only the database, or only files.' },
  );
}

/** A path as written in the folder's `quern.yaml`. */
export function inProject(folder: string, path: string): string {
  return JSON.stringify(relative(folder, path).split(sep).join('/'));
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** How addresses name a database, by engine. */
export const ADDRESSES = ENGINE_NAMES.flatMap(name => {
  const { dialect, settings } = ENGINES[name];
  return settings.address === null ? [] : [{ title: dialect.title, ...settings.address }];
});

/** The settings of all engines, those of the place as it says. Throws `Failure` if they have faults. */
export function enginesAt({
  engine,
  settings: { lines, environment },
}: EnginePlace): EnginesConfig {
  const written = ['engines:', `  ${engine}:`, ...lines.map(line => `    ${line}`), ''];
  const { diagnostics, report } = collector();
  const config = readConfig('quern.yaml', written.join('\n'), environment, report);
  if (config !== null) return config.engines;
  const message = diagnostics.map(({ message }) => message).join('\n');
  throw new Failure(EXIT.usage, message, { hint: diagnostics[0]?.hint ?? null });
}

/** The database that an address names. Throws `Failure`, and never shows the address, which may contain a password. */
export function engineAt(text: string, environment: Environment): EnginePlace {
  const hint = `Write ${ADDRESSES.map(({ form, title }) => `\`${form}\` for ${title}`).join(', or ')}.`;
  if (!URL.canParse(text)) throw new Failure(EXIT.usage, 'The address cannot be read', { hint });
  const address = new URL(text);
  for (const engine of ENGINE_NAMES) {
    const found = ENGINES[engine].settings.address?.read(address) ?? null;
    if (found === null) continue;
    const { settings, secret } = found;
    const lines = Object.entries(settings).map(([key, value]) => `${key}: ${yamlText(value)}`);
    const known = secret === null ? undefined : environment[secret.variable];
    const value = secret?.value ?? known;
    if (secret === null || value === undefined)
      return { kind: 'engine', engine, settings: { lines, environment, unset: null } };
    return {
      kind: 'engine',
      engine,
      settings: {
        lines: [...lines, `${secret.key}: \${${secret.variable}}`],
        environment: { ...environment, [secret.variable]: value },
        unset: value === known ? null : secret.variable,
      },
    };
  }
  throw new Failure(EXIT.usage, `No engine has addresses of \`${address.protocol}\``, { hint });
}
