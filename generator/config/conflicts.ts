/** Checks the values of `quern.yaml` in ways that its schema cannot express. */

import { DIALECTS } from '../../engines/index.ts';
import { type Report, suggestion } from '../core/report/diagnostics.ts';
import type { Node } from '../core/spec/document.ts';
import { scalarAt } from './nodes.ts';
import type { WrittenConfig } from './written.ts';

export function checkDialects(root: Node, names: readonly string[], report: Report): void {
  names.forEach((name, index) => {
    const { place, text } = scalarAt(root, ['dialects', index]);
    const shown = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
    if (!DIALECTS.has(name)) {
      const hint = suggestion(text, [...DIALECTS.keys()]);
      report('unknown-engine', place, `There is no engine \`${shown}\``, hint);
    } else if (names.indexOf(name) < index) {
      const message = `The engine \`${shown}\` occurs twice`;
      report('duplicate-name', place, message, 'Remove one of them.');
    }
  });
}

/** Compares only explicit values, so a project that compiles for one engine needs to name that engine only once. */
export function checkEngine(
  root: Node,
  { dialects, service }: WrittenConfig,
  report: Report,
): void {
  const engine = service?.engine;
  if (dialects === undefined || engine === undefined || dialects.includes(engine)) return;
  if (!dialects.every(name => DIALECTS.has(name))) return;
  const { place, text } = scalarAt(root, ['service', 'engine']);
  const message = `\`engine\` is \`${text}\`, which is not among \`dialects\`: no endpoint would be compiled for it`;
  report(
    'clause-conflict',
    place,
    message,
    `Add \`${text}\` to \`dialects\`, or name one of them.`,
  );
}

export function checkOrigins(root: Node, origins: readonly string[], report: Report): void {
  if (!origins.includes('*') || origins.length === 1) return;
  const { place } = scalarAt(root, ['service', 'cors', origins.indexOf('*')]);
  const message = '`cors` lists other origins with `*`, which already allows all origins';
  report('clause-conflict', place, message, 'Remove the others, or `*`.');
}
