import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import { PARTS } from '../../generator/shape/parts.ts';
import { createFile } from '../../generator/system/whole-file.ts';
import { BRIEFS } from '../briefs.ts';
import { dataSetNames } from '../completion/project.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import { endpointText, requiredParams } from '../init/endpoint-text.ts';
import { groupingOf, STEPS } from '../init/grouping.ts';
import { describeDataSet } from '../init/shape.ts';
import { compiled } from '../project/compiled.ts';
import { specificationOf } from '../project/specifications/specifications.ts';
import { openWorkspace, readInputs, type Workspace } from '../project/workspace.ts';
import { type Session, systemFailure } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface NewFlags extends GlobalFlags {
  readonly from: string;
  readonly by?: (typeof STEPS)[number];
  readonly group?: readonly string[];
  readonly measure?: readonly string[];
}

const FLAGS: FlagParametersForType<NewFlags, VerbContext> = {
  from: {
    kind: 'parsed',
    parse: String,
    placeholder: 'data set',
    brief: 'The data set that it reads',
    proposeCompletions: dataSetNames,
  },
  by: {
    kind: 'enum',
    values: STEPS,
    optional: true,
    brief: 'Group the rows by this step of their time',
  },
  group: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'column',
    brief: 'Group the rows by this column; any number of them',
  },
  measure: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'measure',
    brief:
      '`count`, a measure of the data set or an aggregate such as `sum(amount)`; any number of them',
  },
  ...GLOBAL_FLAGS,
};

export const newEndpoint = buildCommand<NewFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.new,
    fullDescription: [
      'Writes an endpoint with a new id. It returns the newest rows of the data set, or any rows if no column is a',
      'time, with a required parameter for each column of its scope. With --by, --group or --measure, it groups rows.',
      '',
      'Examples:',
      '  quern new orders.newest --from orders',
      '  quern new visits.by-day --from visits --by day --group country --measure count',
      "  quern new orders.revenue --from orders --group shop --measure 'sum(total)'",
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, placeholder: 'name', brief: 'The name of the endpoint' }],
    },
  },
  func: verb(FLAGS, runNew),
});

const NAME = new RegExp(PARTS.endpointName.pattern);

async function runNew(session: Session, flags: NewFlags, name: string): Promise<ExitCode> {
  const { from } = flags;
  const { title, description, maxLength } = PARTS.endpointName;
  if (!NAME.test(name) || name.length > maxLength)
    throw new Failure(EXIT.usage, `\`${name}\` is not a valid name of an endpoint`, {
      hint: `Use as ${title.toLowerCase()}: ${description}`,
    });
  const workspace = openWorkspace(session);
  const { config, pathOf, shown } = workspace;
  const inputs = readInputs(workspace);
  const file = join(pathOf(config.endpoints), `${name}.yaml`);
  const there = specificationOf(inputs, name)?.path ?? (existsSync(file) ? shown(file) : null);
  if (there !== null)
    throw new Failure(EXIT.usage, `There is already an endpoint \`${name}\`: \`${there}\``);
  const { compilation } = await compiled(workspace, inputs);
  const { sources } = compilation.project;
  const source = sources.find(one => one.name === from);
  if (source === undefined) {
    const names = sources.map(one => one.name);
    throw new Failure(EXIT.usage, `There is no data set \`${from}\``, {
      hint: suggestion(from, names),
    });
  }
  const shape = describeDataSet(source);
  const { by = null, group: groups = [], measure: measures = [] } = flags;
  const grouping = groupingOf({ by, groups, measures }, source, shape);
  const text = endpointText(name, randomUUID(), shape, schemaFor(workspace, file), grouping);
  await compiled(workspace, [...inputs, { path: shown(file), bytes: text }]);
  try {
    createFile(file, text);
  } catch (error) {
    throw systemFailure(error, `\`${shown(file)}\` cannot be written`);
  }
  session.print(`created ${shown(file)}\n`);
  const params = requiredParams(shape).map(param => ` --param ${param}=…`);
  session.note(`\nNext:\n  npx quern generate\n  npx quern run ${name}${params.join('')}`);
  return EXIT.done;
}

/** The path of the schema, relative to the file. */
function schemaFor({ config, pathOf }: Workspace, file: string): string {
  const schema = join(pathOf(config.output), 'schema/endpoint.schema.json');
  return relative(dirname(file), schema).split(sep).join('/');
}
