/** Messages about a wrong command line, in the style of all other messages. */
import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from '@stricli/core';
import { printable, suggestion } from '../../generator/core/diagnostics.ts';
import { complaint } from '../session.ts';
import type { Paint } from './colors.ts';
import { bugReport } from './report-bug.ts';

/** The texts; `paint` is standard error's. */
export function texts(paint: Paint): ApplicationText {
  // Their writer ends the line.
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
    noCommandRegisteredForInput: ({ input, corrections }) =>
      told(
        input.startsWith('-')
          ? `A command is missing before \`${input}\``
          : `There is no command \`${input}\``,
        corrections.length > 0
          ? `Use ${corrections.join(' or ')}, if that is meant.`
          : 'Run `quern --help` for the list.',
      ),
    exceptionWhileParsingArguments: error => {
      if (!(error instanceof ArgumentScannerError)) return bug(error);
      const [message = '', hint] = scannerMessage(error).split('\n');
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

/** The fact and, in a second line, the hint. */
function scannerMessage(error: ArgumentScannerError): string {
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
    FlagNotFoundError: ({ input, corrections }) =>
      lines(
        `There is no flag \`--${shown(input)}\``,
        corrections.length > 0
          ? `Use ${corrections.map(name => `\`--${kebab(name)}\``).join(' or ')}, if that is meant.`
          : null,
      ),
    InvalidNegatedFlagSyntaxError: ({ externalFlagName: name }) => `\`--${name}\` takes no value`,
    UnexpectedFlagError: ({ externalFlagName: name }) => `\`--${name}\` is given twice`,
    UnexpectedPositionalError: ({ input }) => `\`${shown(input)}\` is one argument too many`,
    UnsatisfiedFlagError: ({ externalFlagName: name }) => `\`--${name}\` needs a value`,
    UnsatisfiedPositionalError: ({ placeholder }) => `\`<${placeholder}>\` is missing`,
  });
}

function lines(message: string, hint: string | null): string {
  return hint === null ? message : `${message}\n${hint}`;
}

function shown(input: string): string {
  return printable(input.length <= 60 ? input : `${input.slice(0, 60)}…`);
}

/** As flags are written on the command line. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
