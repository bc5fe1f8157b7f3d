/** Whether the specifications compile, and whether the generated files match them. */
import { counted } from '../../generator/core/report/words.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { checkGenerated } from '../../generator/write/index.ts';
import { listOutputFiles } from '../project/output/output.ts';
import type { Workspace } from '../project/workspace.ts';
import { tellRefusals } from '../terminal/refusals.ts';
import { type Finding, fault, ok } from './finding.ts';

export async function generated(
  workspace: Workspace,
  compilation: Compilation,
): Promise<readonly Finding[]> {
  const { endpoints, dialects } = compilation;
  const compiled = ok(
    'endpoints',
    `${counted(endpoints.length, 'endpoint')} for ${dialects.join(', ')}: no errors`,
  );
  const files = listOutputFiles(workspace, descriptionOf(compilation));
  const area = workspace.shown(files.directory);
  const result = await checkGenerated(files);
  if (result.status === 'fresh') return [compiled, ok(area, 'up to date')];
  const refused: Finding[] = [];
  const complain = (message: string, hint: string | null = null) => {
    refused.push(fault(area, message, hint));
  };
  const exit = tellRefusals({ complain }, area, result.refusals);
  const stale =
    result.status === 'stale' && result.differences.length > 0
      ? [
          fault(
            area,
            `${counted(result.differences.length, 'file')} not up to date: ${named(result.differences)}`,
            'Run `quern generate`.',
          ),
        ]
      : [];
  return [compiled, ...stale, ...refused.map(one => ({ ...one, exit }))];
}

const MOST = 3;

function named(differences: readonly { readonly path: string }[]): string {
  const paths = differences.map(({ path }) => path);
  const more = paths.length > MOST ? [`${paths.length - MOST} more`] : [];
  return [...paths.slice(0, MOST), ...more].join(', ');
}
