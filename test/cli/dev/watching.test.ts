/** The files of a project that `quern dev` and Vite watch. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { watchedOf } from '../../../cli/dev/watching.ts';
import { openWorkspace } from '../../../cli/project/workspace.ts';
import { project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

it('watches templates only where there are some', () => {
  const { folder } = project();
  const watched = () =>
    watchedOf(openWorkspace({ cwd: folder, configFile: null, environment: {} }));
  const usual = [join(folder, 'quern.yaml'), join(folder, 'endpoints')];
  expect(watched()).toEqual(usual);
  mkdirSync(join(folder, 'templates'));
  expect(watched()).toEqual([...usual, join(folder, 'templates')]);
});
