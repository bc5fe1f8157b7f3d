/** Whether and how text is coloured. */
import { styleText } from 'node:util';
import type { Environment } from '../../generator/config/config.ts';
import type { Output } from './host.ts';

export const COLOR_MODES = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

/** Paints a text for one output. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** The painter for an output. `mode` overrides the environment, which overrides whether the output is a terminal. */
export function painter(output: Output, mode: ColorMode, environment: Environment): Paint {
  if (!isColored(output, mode, environment)) return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}

/** `FORCE_COLOR` overrides `NO_COLOR`, as in Node; empty values have no effect. */
export function isColored(output: Output, mode: ColorMode, environment: Environment): boolean {
  if (mode !== 'auto') return mode === 'always';
  const { FORCE_COLOR: force = '', NO_COLOR: no = '', TERM: term } = environment;
  if (force !== '') return force !== '0';
  if (no !== '') return false;
  return output.isTerminal && term !== 'dumb';
}

/** The color mode that a command line or the environment selects, needed before the command line is parsed. */
export function colorMode(argv: readonly string[], environment: Environment): ColorMode {
  const at = argv.indexOf('--color');
  const asked =
    argv.find(word => word.startsWith('--color='))?.slice('--color='.length) ??
    (at < 0 ? undefined : argv[at + 1]) ??
    environment['QUERN_COLOR'];
  return COLOR_MODES.find(mode => mode === asked) ?? 'auto';
}
