import { expect, test } from 'vitest';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { NO_CODE } from '../../../generator/emitters/emitter.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import routes from '../../../generator/emitters/routes.ts';
import { definitionFault } from '../../../server/answers/manifest/manifest-shape.ts';
import { compiled, documentFrom } from '../../support/openapi-fixture.ts';
import { COMPAT_SOURCES, compatEndpoint } from './project.ts';

const CLAUSES = 'from: logs\nselect: [id]';
const plain = compiled([COMPAT_SOURCES, compatEndpoint('logs.all', CLAUSES)]);
const aliased = compiled([
  COMPAT_SOURCES,
  compatEndpoint('logs.all', `aliases: [logs.old, all-logs]\n${CLAUSES}`),
]);

test('the manifest has them, and the definition is the same without', () => {
  const [one] = manifestOf(aliased).endpoints;
  const [same] = manifestOf(plain).endpoints;
  expect(one).toEqual({ ...same, aliases: ['logs.old', 'all-logs'] });
  expect(definitionFault(one)).toBe(null);
});

test('the document names them and has no path for them', () => {
  const { paths } = documentFrom(aliased);
  expect(Object.keys(paths)).toEqual(Object.keys(documentFrom(plain).paths));
  const operation = paths['/api/endpoints/logs.all']?.get;
  expect(operation?.description).toBe('Old names of the endpoint: `logs.old`, `all-logs`.');
  expect(operation?.['x-quern']?.aliases).toEqual(['logs.old', 'all-logs']);
});

test("routes of a team's own server lead there by each", () => {
  const settings = { ...NO_CODE, framework: 'hono' as const };
  const [file] = routes.emit({
    description: descriptionOf(aliased),
    settings,
    templates: new Map(),
  });
  const [, paths = ''] =
    /const PATHS: readonly string\[\] = (\[[^\]]*\])/.exec(file?.text ?? '') ?? [];
  expect(paths.match(/'[^']+'/g)).toEqual([
    "'/api/endpoints/logs.all'",
    "'/api/endpoints/logs.old'",
    "'/api/endpoints/all-logs'",
  ]);
});
