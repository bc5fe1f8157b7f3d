/** A first endpoint over a data set: its newest rows or, without a known time, its rows. */
import { listed } from '../../generator/core/report/words.ts';
import { held, isScalar } from '../../generator/core/types/scalar.ts';
import { PARAM_TYPES } from '../../generator/params/index.ts';
import { MAX_ROWS } from '../../generator/shape/clauses/order.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { yamlText } from './columns.ts';
import type { DataSetShape } from './data-set.ts';
import type { NewGrouping } from './grouping.ts';

/** The name that `init` chooses for it. */
export function endpointName({ name, time }: Pick<DataSetShape, 'name' | 'time'>): string {
  return `${endpointOf(name)}.${time === null ? 'all' : 'newest'}`;
}

function endpointOf(name: string): string {
  const plain = name.toLowerCase().replace(/^[^a-z]+/, '');
  return plain === '' ? 'rows' : plain;
}

/** An endpoint that counts the rows of each day, which the explorer draws; `null` for rows without a time. */
export function dailyEndpoint(
  shape: DataSetShape,
  id: string,
  schema: string,
): readonly [name: string, text: string] | null {
  if (shape.time === null) return null;
  const name = `${endpointOf(shape.name)}.daily`;
  const groups = [['day', `trunc(${shape.time.name}, day)`]] as const;
  const grouping = { groups, measures: [['count', 'count()']], isByTime: true } as const;
  return [name, endpointText(name, id, shape, schema, grouping)];
}

interface Param {
  readonly name: string;
  readonly text: string;
  readonly condition: string;
}

/**
 * Its text: the newest rows or, with a grouping, the rows in groups. Throws `Failure` if no parameter can have the type of a scope column.
 */
export function endpointText(
  endpoint: string,
  id: string,
  shape: DataSetShape,
  schema: string,
  grouping: NewGrouping | null = null,
): string {
  const { name } = shape;
  const params = [...scopeParams(shape), ...timeParams(shape)];
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    `endpoint: ${endpoint}`,
    `id: ${id}`,
    `summary: ${summaryOf(shape, grouping)}`,
    `from: ${name}`,
    ...(params.length === 0
      ? []
      : [
          'params:',
          ...params.map(param => `  ${param.name}: ${param.text}`),
          'where:',
          ...params.map(({ condition }) => `  - ${condition}`),
        ]),
    ...(grouping === null ? rowLines(shape) : groupLines(grouping)),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf({ name, time }: DataSetShape, grouping: NewGrouping | null): string {
  if (grouping === null) return `${time === null ? 'Rows' : 'The newest rows'} of ${name}.`;
  const names = grouping.groups.map(([group]) => group);
  const by = names.length === 0 ? '' : ` by ${listed(names, 'and')}`;
  return `Totals of ${name}${by}.`;
}

function rowLines({ key, time, shown }: DataSetShape): readonly string[] {
  const order = [
    ...(time === null ? [] : [`${time.name} desc`]),
    ...key.filter(column => column !== time?.name),
  ];
  const note = time === null ? '' : `     # ${time.because}`;
  return [
    'select:',
    ...columnLines(shown),
    ...(order.length === 0 ? [] : [`order_by: [${order.join(', ')}]${note}`]),
    'max_rows: 100',
  ];
}

/** A list of columns, or a mapping if one of them needs more than its name. */
function columnLines(shown: DataSetShape['shown']): readonly string[] {
  if (shown.every(({ asText }) => !asText)) return shown.map(({ name }) => `  - ${name}`);
  return shown.flatMap(({ name, asText }) =>
    asText
      ? [`  ${name}:`, `    value: ${name}`, '    encode: string     # beyond 2^53']
      : [`  ${name}: ${name}`],
  );
}

/** Steps of time come in their order, other groups by the first measure. The groups make each order unique. */
function groupLines({ groups, measures, isByTime }: NewGrouping): readonly string[] {
  const names = groups.map(([name]) => name);
  const order = isByTime ? names : [`${measures[0]?.[0]} desc`, ...names];
  const entries = (columns: NewGrouping['groups']) =>
    columns.map(([name, text]) => `  ${name}: ${isPlain(text) ? text : yamlText(text)}`);
  return [
    ...(groups.length === 0 ? [] : ['group_by:', ...entries(groups)]),
    'select:',
    ...entries(measures),
    ...(groups.length === 0 ? [] : [`order_by: [${order.join(', ')}]`]),
    // a series that is cut has the oldest steps alone
    ...(isByTime ? [`max_rows: ${MAX_ROWS}`] : []),
  ];
}

/** Whether YAML reads a call on a line of its own as it is. */
function isPlain(text: string): boolean {
  return /^[a-z_]+\(.*\)$/.test(text) && !/: | #/.test(text);
}

/** Names of parameters that a caller must give. */
export function requiredParams(shape: DataSetShape): readonly string[] {
  return [...scopeParams(shape), ...timeParams(shape)]
    .filter(({ text }) => text.includes('required: true'))
    .map(({ name }) => name);
}

function scopeParams({ scope }: DataSetShape): readonly Param[] {
  return scope.map(({ name, type }) => {
    if (!isScalar(type) || !PARAM_TYPES.has(type)) {
      const message = `The scope needs a parameter for \`${name}\`, and no parameter is a ${held(type).of}`;
      throw new Failure(EXIT.usage, message, { hint: 'Write the endpoint by hand.' });
    }
    const text = `{ type: ${type}, required: true }`;
    return { name, text, condition: `${name} = @${name}` };
  });
}

function timeParams({ time, needsTime, scope }: DataSetShape): readonly Param[] {
  if (time === null) return [];
  const isTaken = (name: string) => scope.some(column => column.name === name);
  const [since, until] = ['since', 'until'].map(name => (isTaken(name) ? `${name}_time` : name));
  const { name, type } = time;
  const required = needsTime ? 'required: true, ' : '';
  const from = `${name} >= @${since}`;
  return [
    {
      name: since ?? '',
      text: `{ type: ${type}, ${required}description: 'Only rows from then on.' }`,
      condition: needsTime ? from : guarded(since ?? '', from),
    },
    {
      name: until ?? '',
      text: `{ type: ${type}, description: 'Only rows before it.' }`,
      condition: guarded(until ?? '', `${name} < @${until}`),
    },
  ];
}

/** A condition for requests that have the parameter: on lines of its own, where an expression may contain a comma. */
function guarded(param: string, condition: string): string {
  return `when: ${param}\n    filter: ${condition}`;
}
