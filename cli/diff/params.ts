/** Changes to the parameters of one endpoint. */
import type { ManifestEndpoint, ManifestParam } from '../../generator/core/output/manifest.ts';
import { counted } from '../../generator/core/report/words.ts';
import { isLess } from '../../generator/core/types/decimal.ts';
import type { Value } from '../../generator/core/types/scalar.ts';
import { UNCONSTRAINED } from '../../generator/params/constraints.ts';
import { knownValue, paramType } from '../../generator/params/index.ts';
import type { ChangeCode, Tell } from './changes.ts';

type Params = Pick<ManifestEndpoint, 'params' | 'ignore'>;

export function compareParams(before: Params, now: Params, tell: Tell): void {
  const byName = new Map(now.params.map(param => [param.name, param]));
  const known = new Set(before.params.map(({ name }) => name));
  const ignored = new Set(now.ignore);
  for (const param of before.params) {
    const later = byName.get(param.name);
    if (later !== undefined) compareParam(param, later, tell);
    else if (ignored.has(param.name))
      tell('parameter-removed', param.name, `${what(param)} was removed, and is ignored now`);
    else tell('parameter-removed', param.name, `${what(param)} was removed`);
  }
  for (const param of now.params.filter(({ name }) => !known.has(name))) {
    if (mustBeGiven(param))
      tell('parameter-required', param.name, `${what(param)} is new, and must be given`);
    else tell('parameter-added', param.name, `${what(param)} was added`);
  }
  for (const name of (before.ignore ?? []).filter(one => !ignored.has(one) && !byName.has(one)))
    tell('ignored-removed', name, `The parameter \`${name}\` is no longer ignored`);
}

function what({ name, filter }: ManifestParam): string {
  return `The ${filter === undefined ? 'parameter' : 'filter'} \`${name}\``;
}

function mustBeGiven({ required, default: usual, moving }: ManifestParam): boolean {
  return required && usual === null && moving === undefined;
}

function compareParam(before: ManifestParam, now: ManifestParam, tell: Tell): void {
  const { name } = now;
  const say = (code: ChangeCode, words: string) => tell(code, name, `${what(now)} ${words}`);
  const [required, wasRequired] = [mustBeGiven(now), mustBeGiven(before)];
  if (required && !wasRequired) say('parameter-required', 'must be given');
  if (!required && wasRequired) say('parameter-optional', 'may be left out');
  if (before.type !== now.type)
    say('parameter-type', `changed from \`${before.type}\` to \`${now.type}\``);
  else compareValues(before, now, say);
  compareLists(before, now, say);
  compareDefaults(before, now, say);
  if (!before.deprecated && now.deprecated) say('parameter-deprecated', 'is deprecated');
}

type Say = (code: ChangeCode, words: string) => void;

function compareLists(
  { list: before }: ManifestParam,
  { list: now }: ManifestParam,
  say: Say,
): void {
  if (before === undefined && now === undefined) return;
  if (before === undefined) {
    say('parameter-list', 'accepts a list instead of one value');
    if (now?.separator !== undefined) say('form-removed', `splits values at \`${now.separator}\``);
    if ((now?.minItems ?? 0) > 1)
      say('bound-tightened', `needs at least ${counted(now?.minItems ?? 0, 'value')}`);
    return;
  }
  if (now === undefined) {
    say('parameter-type', 'accepts one value instead of a list');
    return;
  }
  if (now.minItems > before.minItems)
    say('bound-tightened', `needs at least ${now.minItems} values instead of ${before.minItems}`);
  if (now.maxItems < before.maxItems)
    say('bound-tightened', `accepts at most ${now.maxItems} values instead of ${before.maxItems}`);
  if (now.minItems < before.minItems || now.maxItems > before.maxItems)
    say('bound-loosened', `accepts from ${now.minItems} to ${now.maxItems} values`);
  if (before.separator !== now.separator)
    say('form-removed', separated(before.separator, now.separator));
}

function separated(old: string | undefined, fresh: string | undefined): string {
  if (fresh === undefined) return `no longer splits values at \`${old}\``;
  return `splits values at \`${fresh}\`${insteadOf(old)}`;
}

/** Empty if there was no value. */
function insteadOf(old: string | undefined): string {
  return old === undefined ? '' : ` instead of \`${old}\``;
}

function compareValues(before: ManifestParam, now: ManifestParam, say: Say): void {
  const taken = (param: ManifestParam) => [
    ...(param.values ?? []).map(value => [value, value] as const),
    ...Object.entries(param.aliases ?? {}),
  ];
  const [old, fresh] = [new Map(taken(before)), new Map(taken(now))];
  if (before.values === null && now.values !== null)
    say('value-removed', `only accepts ${now.values.map(value => `\`${value}\``).join(', ')}`);
  if (before.values !== null && now.values === null)
    say('value-added', 'accepts any value of its type');
  if (before.values !== null && now.values !== null) {
    for (const [text, meant] of old) {
      const later = fresh.get(text);
      if (later === undefined) say('value-removed', `no longer accepts \`${text}\``);
      else if (later !== meant)
        say('value-removed', `reads \`${text}\` as \`${later}\` instead of \`${meant}\``);
    }
    for (const text of fresh.keys())
      if (!old.has(text)) say('value-added', `also accepts \`${text}\``);
  }
  compareBounds(before, now, say);
  if (before.otherwise === 'default' && now.otherwise === 'reject')
    say('otherwise-rejected', 'rejects an invalid value instead of using the default');
}

const LENGTHS = {
  minLength: { key: 'min_length', words: 'needs at least' },
  maxLength: { key: 'max_length', words: 'accepts at most' },
} as const;

function compareBounds(
  { constraints: before }: ManifestParam,
  { constraints: now, type }: ManifestParam,
  say: Say,
): void {
  const parsed = (text: string) =>
    knownValue({ type, values: null, constraints: UNCONSTRAINED }, text);
  const { scalar } = paramType(type);
  const bound = (name: 'min' | 'max', isTighter: (a: Value, b: Value) => boolean) => {
    const [old, fresh] = [before[name], now[name]];
    if (old === fresh) return;
    const tightens =
      fresh !== undefined && (old === undefined || isTighter(parsed(fresh), parsed(old)));
    const words =
      fresh === undefined
        ? `no longer has \`${name}: ${old}\``
        : `has \`${name}: ${fresh}\`${insteadOf(old)}`;
    say(tightens ? 'bound-tightened' : 'bound-loosened', words);
  };
  bound('min', (a, b) => isLess(scalar, b, a));
  bound('max', (a, b) => isLess(scalar, a, b));
  for (const name of ['minLength', 'maxLength'] as const) {
    const [old, fresh] = [before[name], now[name]];
    if (old === fresh) continue;
    const sign = name === 'minLength' ? 1 : -1;
    const tightens = fresh !== undefined && (old === undefined || (fresh - old) * sign > 0);
    const { key, words } = LENGTHS[name];
    const inPlace = old === undefined ? '' : ` instead of ${old}`;
    say(
      tightens ? 'bound-tightened' : 'bound-loosened',
      fresh === undefined
        ? `no longer has \`${key}: ${old}\``
        : `${words} ${counted(fresh, 'character')}${inPlace}`,
    );
  }
  if (before.pattern !== now.pattern) {
    if (now.pattern === undefined) say('bound-loosened', 'no longer has a `pattern`');
    else
      say('bound-tightened', `has the \`pattern\` \`${now.pattern}\`${insteadOf(before.pattern)}`);
  }
  if (before.step === undefined && now.step !== undefined)
    say('bound-tightened', 'only accepts steps of time');
  if (before.accept !== now.accept && before.accept !== undefined)
    say('form-removed', `no longer accepts \`${before.accept}\``);
  if (before.lenient === true && now.lenient !== true)
    say('form-removed', 'only accepts instants in one form');
}

function compareDefaults(before: ManifestParam, now: ManifestParam, say: Say): void {
  if (JSON.stringify(before.default) === JSON.stringify(now.default)) return;
  const [old, fresh] = [shown(before.default), shown(now.default)];
  if (now.default === null) {
    if (!mustBeGiven(now)) say('default-changed', `no longer has the default ${old}`);
  } else if (before.default !== null)
    say('default-changed', `has the default ${fresh} instead of ${old}`);
  else if (!mustBeGiven(before)) say('default-changed', `has the default ${fresh} instead of none`);
}

function shown(value: ManifestParam['default']): string {
  return [value ?? []]
    .flat()
    .map(text => `\`${text}\``)
    .join(', ');
}
