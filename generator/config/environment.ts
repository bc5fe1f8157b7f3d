/** What a text of the configuration takes from the environment. */
import type { Report } from '../diagnostics.ts';
import type { ScalarNode } from '../document.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$${` stands for `${` itself. */
const VARIABLE = /\$\$\{|\$\{([^}\n]{0,64})(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The text with each `${NAME}` replaced by what `environment` has under that name. Reports names that it lacks. */
export function withEnvironment(
  node: ScalarNode,
  environment: Environment,
  report: Report,
): string {
  return node.text.replace(VARIABLE, (whole, name: string | undefined, end: string, at: number) => {
    if (name === undefined) return whole.slice(1);
    const place = { ...node.place, start: node.at(at), end: node.at(at + whole.length) };
    if (end === '' || !NAME.test(name)) {
      const hint = `Write \`\${NAME}\`, or \`$\${\` where the characters themselves are meant.`;
      report('config-variable', place, `\`${whole}\` names no variable`, hint);
      return '';
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined) return value;
    const message = `The variable \`${name}\` is not set in the environment`;
    report('config-variable', place, message, `Set \`${name}\`.`);
    return '';
  });
}
