/** Fills the texts of the configuration from the environment. */
import { collector, type Diagnostic, type Place, type Report } from '../core/report/diagnostics.ts';
import { entryOf, type MappingEntry, type Node, type ScalarNode } from '../core/spec/document.ts';
import { withoutSecrets } from './secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key of the service's secret in `UnsetVariables`. */
export const SECRET = 'service.secret';
/** The key of the service's token settings in `UnsetVariables`. */
export const JWT_KEY = 'service.jwt';

/** Diagnostics about unset variables, by the name of the engine or by a key above. They are reported only when that part is used. */
export type UnsetVariables = ReadonlyMap<string, readonly Diagnostic[]>;

interface Filled {
  /** The tree with these values. Its texts stay as written, so no message contains a value of the environment. */
  readonly root: Node;
  readonly unset: UnsetVariables;
  /** Drops diagnostics about a text with an unset variable, because its value is unknown. */
  readonly report: Report;
}

/**
 * Replaces each `${NAME}` by that variable of `environment`. Reports malformed names and unset variables, except those
 * that only an engine or a part of the service needs.
 */
export function fillIn(root: Node, environment: Environment, report: Report): Filled {
  const lacking: Place[] = [];
  const engines = lazyParts(root).map(({ name, value }) => ({ name, value, ...collector() }));
  const filled = withScalars(root, node => {
    if (typeof node.value !== 'string') return node;
    const engine = engines.find(({ value }) => isWithin(node.place, value.place));
    const unset = engine === undefined ? report : withoutSecrets(engine.report);
    const text = withEnvironment(node, environment, report, unset);
    if (text === null) lacking.push(node.place);
    return text === null ? node : { ...node, value: text };
  });
  const without = engines.filter(({ diagnostics }) => diagnostics.length > 0);
  const unset = new Map(without.map(({ name, diagnostics }) => [name, diagnostics]));
  return { root: filled, unset, report: exceptOf(lacking, report) };
}

/** The tree with `change` applied to each single value. */
function withScalars(node: Node, change: (node: ScalarNode) => ScalarNode): Node {
  switch (node.kind) {
    case 'scalar':
      return change(node);
    case 'sequence':
      return { ...node, items: node.items.map(item => withScalars(item, change)) };
    case 'mapping': {
      const entries = node.entries.map(entry => ({
        ...entry,
        value: withScalars(entry.value, change),
      }));
      return { ...node, entries };
    }
  }
}

/** `$${` means a literal `${`. */
const VARIABLE = /\$\$\{|\$\{([^}\n]{0,64})(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns `null` if a part of the text is unknown. */
function withEnvironment(
  node: ScalarNode,
  environment: Environment,
  report: Report,
  unset: Report,
): string | null {
  let isWhole = true;
  const text = node.text.replace(VARIABLE, (whole, name: string | undefined, end, at: number) => {
    if (name === undefined) return whole.slice(1);
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    const isName = end !== '' && NAME.test(name);
    if (isName && value !== undefined) return value;
    isWhole = false;
    const place = { ...node.place, start: node.at(at), end: node.at(at + whole.length) };
    if (isName) {
      unset('config-variable', place, notSet(name), `Set \`${name}\`.`);
    } else {
      const hint = `Write \`\${NAME}\`, or \`$\${\` for the characters themselves.`;
      report('config-variable', place, `\`${whole}\` names no variable`, hint);
    }
    return whole;
  });
  return isWhole ? text : null;
}

function notSet(name: string): string {
  return `The variable \`${name}\` is not set in the environment`;
}

/** Parts that only the running service uses, by name. */
function lazyParts(root: Node): readonly Pick<MappingEntry, 'name' | 'value'>[] {
  const inRoot = (name: string) => (root.kind === 'mapping' ? entryOf(root, name)?.value : null);
  const [engines, service] = [inRoot('engines'), inRoot('service')];
  const inService = (name: string, key: string) => {
    const entry = service?.kind === 'mapping' ? entryOf(service, key) : null;
    return entry === null ? [] : [{ name, value: entry.value }];
  };
  return [
    ...(engines?.kind === 'mapping' ? engines.entries : []),
    ...inService(SECRET, 'secret'),
    ...inService(JWT_KEY, 'jwt'),
  ];
}

/** Wrong-type faults are still reported for unresolved variables. */
function exceptOf(places: readonly Place[], report: Report): Report {
  return (code, place, ...told) => {
    const isUnknown = places.some(one => isWithin(place, one));
    if (code === 'wrong-type' || !isUnknown) report(code, place, ...told);
  };
}

function isWithin(inner: Place, outer: Place): boolean {
  const isSame = inner.source.file === outer.source.file;
  return isSame && inner.start >= outer.start && inner.end <= outer.end;
}
