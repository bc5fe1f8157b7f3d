/** Messages about a wrong command line, in the style of all other messages. */
import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from '@stricli/core';
import { printable, suggestion } from '../../generator/core/report/diagnostics.ts';
import { nearest } from '../../generator/core/report/suggestion.ts';
import { complaint } from '../session.ts';
import type { Paint } from './colors.ts';
import { bugReport } from './report-bug.ts';

/** Names that a wrong name may have meant, each with its brief. */
export interface KnownNames {
  readonly commands: Briefs;
  readonly flags: Briefs;
}
type Briefs = Readonly<Record<string, string>>;

/** Commands of other programs, and the quern command that does the same. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  build: 'generate',
  codegen: 'generate',
  compile: 'generate',
  lint: 'check',
  validate: 'check',
  verify: 'check',
  start: 'serve',
  server: 'serve',
  watch: 'dev',
  query: 'run',
  exec: 'run',
  sql: 'explain',
  plan: 'explain',
  compare: 'diff',
  changes: 'diff',
  tokens: 'keys',
};

/** The texts; `paint` is for standard error. */
export function writeTexts(paint: Paint, known: KnownNames): ApplicationText {
  // The writer of these texts ends the line.
  const told = (message: string, hint: string | null = null) =>
    complaint(message, hint, paint).trimEnd();
  const bug = (error: unknown) => bugReport(error).trimEnd();
  return {
    ...text_en,
    headers: {
      usage: 'Usage',
      aliases: 'Aliases',
      commands: 'Commands',
      flags: 'Flags',
      arguments: 'Arguments',
    },
    keywords: { default: 'default:', separator: 'separator:' },
    briefs: {
      ...text_en.briefs,
      help: 'Print this help',
      version: 'Print the version',
    },
    noCommandRegisteredForInput: ({ input }) =>
      told(
        input.startsWith('-')
          ? `A command is missing before \`${shown(input)}\``
          : `There is no command \`${shown(input)}\``,
        nearCommand(input, known.commands) ?? 'Run `quern --help` for the list.',
      ),
    exceptionWhileParsingArguments: error => {
      if (!(error instanceof ArgumentScannerError)) return bug(error);
      const [message = '', hint] = scannerMessage(error, known.flags).split('\n');
      return told(message, hint);
    },
    exceptionWhileLoadingCommandFunction: bug,
    exceptionWhileLoadingCommandContext: bug,
    exceptionWhileRunningCommand: bug,
    exceptionWhileRunningIntegrationHook: ({ exception }) => bug(exception),
    exceptionWhileRunningIntegrationFlag: ({ exception }) => bug(exception),
    commandErrorResult: bug,
  };
}

function nearCommand(input: string, commands: Briefs): string | null {
  const other = Object.hasOwn(ELSEWHERE, input) ? ELSEWHERE[input] : undefined;
  const name =
    other !== undefined && other in commands ? other : nearest(input, Object.keys(commands));
  return name === null ? null : proposal(name, commands[name]);
}

/** A name and its brief, without the parts in brackets. */
function proposal(name: string, brief: string | undefined): string {
  const does = brief === undefined ? '' : `: ${brief.charAt(0).toLowerCase()}${brief.slice(1)}`;
  return `Use \`${name}\`, if that is meant${does.replace(/ \(.*\)$/, '')}.`;
}

/** The fact and, on a second line, the hint. */
function scannerMessage(error: ArgumentScannerError, flags: Briefs): string {
  return formatMessageForArgumentScannerError(error, {
    AliasNotFoundError: ({ input }) => `There is no flag \`-${shown(input)}\``,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, input, exception }) => {
      const must = exception instanceof Error ? exception.message : String(exception);
      return `\`--${name}\` ${must}, not \`${shown(input)}\``;
    },
    EnumValidationError: ({ externalFlagName: name, input, values }) => {
      const message = `\`--${name}\` takes one of ${values.join(', ')}, not \`${shown(input)}\``;
      return lines(message, suggestion(input, values));
    },
    FlagNotFoundError: ({ input, corrections }) => {
      const name = nearest(kebab(input), Object.keys(flags)) ?? corrections.map(kebab)[0];
      const value = `Write \`--param ${shown(input)}=…\`, if a parameter is meant.`;
      const hint =
        name !== undefined ? proposal(`--${name}`, flags[name]) : 'param' in flags ? value : null;
      return lines(`There is no flag \`--${shown(input)}\``, hint);
    },
    InvalidNegatedFlagSyntaxError: ({ externalFlagName: name }) => `\`--${name}\` takes no value`,
    UnexpectedFlagError: ({ externalFlagName: name }) => `\`--${name}\` is given twice`,
    UnexpectedPositionalError: ({ input }) =>
      lines(`\`${shown(input)}\` is an unexpected argument`, positionalHint(input, flags)),
    UnsatisfiedFlagError: ({ externalFlagName: name }) => `\`--${name}\` needs a value`,
    UnsatisfiedPositionalError: ({ placeholder }) => `\`<${placeholder}>\` is missing`,
  });
}

function positionalHint(input: string, flags: Briefs): string | null {
  if ('param' in flags && /^\w+=/.test(input)) return `Write \`--param ${shown(input)}\`.`;
  return 'only' in flags ? `Write \`--only ${shown(input)}\`, if an endpoint is meant.` : null;
}

function lines(message: string, hint: string | null): string {
  return hint === null ? message : `${message}\n${hint}`;
}

function shown(input: string): string {
  return printable(input.length <= 60 ? input : `${input.slice(0, 60)}…`);
}

/** The names of flags as written on the command line. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
