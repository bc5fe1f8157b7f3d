/** The endpoints of this repository, standing in for the original ones. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emit, type InputFile } from '../../../generator/compile.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { ROOT } from '../../support/root.ts';

/** The changes of each: a text, and the one in its place. Tests of the endpoints speak of the other form. */
const CHANGES: Readonly<Record<string, readonly (readonly [text: string, by: string])[]>> = {
  'logs.all': [['\nsummary:', '\ncompat: logflare\nignore: [ref]\nsummary:']],
  'functions.invocation-stats': [
    [
      '\nsummary:',
      '\naliases: [functions.inv-stats]\ncompat: logflare\nignore: [ref, _]\nsummary:',
    ],
  ],
  'usage.api-counts': [
    ['\nsummary:', '\ncompat: logflare\nignore: [ref]\nsummary:'],
    // the original answers a DATETIME
    ['  of: timestamp\n', '  of: timestamp\n  encode: datetime\n'],
    [
      'enum: [hourly, daily, minutely]\n',
      'enum: [hourly, daily, minutely]\n    aliases: { 1hr: hourly, 1day: daily, 7day: daily }\n',
    ],
  ],
};

/** One that stands in for nobody. */
const PLAIN = `endpoint: logs.plain
id: 00000000-0000-4000-8000-0000000cb001
from: edge_logs
params: { project: { type: string, required: true } }
where: [project = @project]
select: [id, timestamp, metadata]
order_by: [timestamp desc, id]
`;

function changed({ path, bytes }: InputFile): InputFile {
  const name = path.replace(/^endpoints\/|\.yaml$/g, '');
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^tests:[\s\S]*/m, '');
  const made = (CHANGES[name] ?? []).reduce((before, [from, by]) => {
    if (!before.includes(from)) throw new Error(`${path} has no ${from}`);
    return before.replace(from, by);
  }, text);
  return { path, bytes: made };
}

export const COMPILATION = compiled(
  [...ownInputs().map(changed), { path: 'endpoints/logs.plain.yaml', bytes: PLAIN }],
  null,
);
export const MANIFEST = catalogue(manifestFrom(emit(COMPILATION)));

/** The example of the documentation. */
export function documented(): InputFile {
  const page = readFileSync(join(ROOT, 'docs/standing-in.md'), 'utf8');
  const [, bytes = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  return { path: 'endpoints/logs.all.yaml', bytes };
}
