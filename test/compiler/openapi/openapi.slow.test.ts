import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import { compiled, EVERYTHING_INPUTS, emittedText } from '../../support/openapi-fixture.ts';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { ROOT } from '../../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENTS = [
  ['the committed document', readFileSync(join(ROOT, 'generated/openapi.json'), 'utf8')],
  ['a project with everything', emittedText(compiled(EVERYTHING_INPUTS))],
  ['that with samples of clients', emittedText(compiled(EVERYTHING_INPUTS), DEFAULT_OUTPUT)],
  ['a project without endpoints', emittedText(compiled([]))],
] as const;

describe.each(DOCUMENTS)('%s', (_, text) => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await faults(text)).toBe(null);
  });

  test('is clean to the linter, with the rules of this project', () => {
    expect(lint(text)).toEqual({ status: 0, problems: [] });
  });
});

describe('the checks themselves', () => {
  const [, [, text]] = DOCUMENTS;

  test('find a place that is none', async () => {
    expect(await faults(text.replace('"in": "query"', '"in": "qurey"'))).not.toBe(null);
  });

  test('find an example that is no such value, and a reference to nothing', () => {
    const wrong = text
      .replace('"example": "ab"', '"example": 7')
      .replace('/schemas/RunClassRow"', '/schemas/NoRow"');
    const { status, problems } = lint(wrong);
    expect(status).toBe(1);
    expect(problems).toContain('no-unresolved-refs');
    expect(problems).toContain('no-invalid-parameter-examples');
  });
});

async function faults(text: string): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  return valid ? null : errors;
}

function lint(text: string) {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, text);
  const bin = join(TEST_PACKAGES, '@redocly/cli/bin/cli.js');
  const { status, stdout } = spawnSync(
    process.execPath,
    [bin, 'lint', '--config', join(ROOT, 'redocly.yaml'), '--format', 'json', file],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const report: { readonly problems: readonly { readonly ruleId: string }[] } = JSON.parse(
    stdout.slice(stdout.indexOf('{')),
  );
  return { status, problems: report.problems.map(({ ruleId }) => ruleId) };
}
