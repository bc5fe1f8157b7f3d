/** Changes to the parameters of one endpoint. */
import type { ManifestEndpoint, ManifestParam } from '../../generator/core/manifest.ts';
import { counted } from '../../generator/core/words.ts';
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
    say('parameter-type', `is \`${now.type}\`, and was \`${before.type}\``);
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
    say('parameter-list', 'takes a list, and took one value');
    if (now?.separator !== undefined)
      say('form-removed', `takes \`${now.separator}\` for the end of a value`);
    if ((now?.minItems ?? 0) > 1)
      say('bound-tightened', `takes at least ${counted(now?.minItems ?? 0, 'value')}`);
    return;
  }
  if (now === undefined) {
    say('parameter-type', 'takes one value, and took a list');
    return;
  }
  if (now.minItems > before.minItems)
    say('bound-tightened', `takes at least ${now.minItems} values, and took ${before.minItems}`);
  if (now.maxItems < before.maxItems)
    say('bound-tightened', `takes at most ${now.maxItems} values, and took ${before.maxItems}`);
  if (now.minItems < before.minItems || now.maxItems > before.maxItems)
    say('bound-loosened', `takes from ${now.minItems} to ${now.maxItems} values`);
  if (before.separator !== now.separator)
    say('form-removed', `separates values ${by(now.separator)}, and did ${by(before.separator)}`);
}

function by(separator: string | undefined): string {
  return separator === undefined ? 'by nothing' : `by \`${separator}\``;
}

function compareValues(before: ManifestParam, now: ManifestParam, say: Say): void {
  const taken = (param: ManifestParam) => [
    ...(param.values ?? []).map(value => [value, value] as const),
    ...Object.entries(param.aliases ?? {}),
  ];
  const [old, fresh] = [new Map(taken(before)), new Map(taken(now))];
  if (before.values === null && now.values !== null)
    say('value-removed', `takes ${now.values.map(value => `\`${value}\``).join(', ')} alone`);
  if (before.values !== null && now.values === null)
    say('value-added', 'takes any value of its type');
  if (before.values !== null && now.values !== null) {
    for (const [text, meant] of old) {
      const later = fresh.get(text);
      if (later === undefined) say('value-removed', `no longer takes \`${text}\``);
      else if (later !== meant)
        say('value-removed', `takes \`${text}\` for \`${later}\`, not for \`${meant}\``);
    }
    for (const text of fresh.keys())
      if (!old.has(text)) say('value-added', `takes \`${text}\`, too`);
  }
  compareBounds(before, now, say);
  if (before.otherwise === 'default' && now.otherwise === 'reject')
    say('otherwise-rejected', 'refuses an invalid value, and took its default then');
}

const LENGTHS = { minLength: 'characters at least', maxLength: 'characters at most' } as const;

function compareBounds(
  { constraints: before, scalar }: ManifestParam,
  { constraints: now }: ManifestParam,
  say: Say,
): void {
  const isLess = orderOf(scalar);
  const bound = (name: 'min' | 'max', isTighter: (a: string, b: string) => boolean) => {
    const [old, fresh] = [before[name], now[name]];
    if (old === fresh) return;
    const is = fresh === undefined ? `has no \`${name}\`` : `has \`${name}: ${fresh}\``;
    const was = old === undefined ? '' : `, and had \`${old}\``;
    const tightens = fresh !== undefined && (old === undefined || isTighter(fresh, old));
    say(tightens ? 'bound-tightened' : 'bound-loosened', `${is}${was}`);
  };
  bound('min', (a, b) => isLess(b, a));
  bound('max', (a, b) => isLess(a, b));
  for (const name of ['minLength', 'maxLength'] as const) {
    const [old, fresh] = [before[name], now[name]];
    if (old === fresh) continue;
    const sign = name === 'minLength' ? 1 : -1;
    const tightens = fresh !== undefined && (old === undefined || (fresh - old) * sign > 0);
    const is = fresh === undefined ? 'may have any length' : `has ${fresh} ${LENGTHS[name]}`;
    say(
      tightens ? 'bound-tightened' : 'bound-loosened',
      `${is}${old === undefined ? '' : `, and had ${old}`}`,
    );
  }
  if (before.pattern !== now.pattern) {
    if (now.pattern === undefined) say('bound-loosened', 'has no `pattern` any more');
    else
      say(
        'bound-tightened',
        `has the \`pattern\` \`${now.pattern}\`${before.pattern === undefined ? '' : `, and had \`${before.pattern}\``}`,
      );
  }
  if (before.step === undefined && now.step !== undefined)
    say('bound-tightened', 'only takes steps of time');
  if (before.accept !== now.accept && before.accept !== undefined)
    say('form-removed', `no longer takes \`${before.accept}\``);
  if (before.lenient === true && now.lenient !== true)
    say('form-removed', 'only takes instants in one form');
}

/** Bounds are texts: some are whole numbers beyond 2^53, and some compare by characters. */
function orderOf(scalar: ManifestParam['scalar']): (a: string, b: string) => boolean {
  if (scalar === 'int64' || scalar === 'timestamp') return (a, b) => BigInt(a) < BigInt(b);
  if (scalar === 'float64' || scalar === 'decimal') return (a, b) => Number(a) < Number(b);
  return (a, b) => a < b;
}

function compareDefaults(before: ManifestParam, now: ManifestParam, say: Say): void {
  if (JSON.stringify(before.default) === JSON.stringify(now.default)) return;
  const [old, fresh] = [shown(before.default), shown(now.default)];
  if (now.default === null) {
    if (!mustBeGiven(now)) say('default-changed', `has no default, and had ${old}`);
  } else if (before.default !== null)
    say('default-changed', `is ${fresh} by default, and was ${old}`);
  else if (!mustBeGiven(before))
    say('default-changed', `is ${fresh} by default, and had no default`);
}

function shown(value: ManifestParam['default']): string {
  return [value ?? []]
    .flat()
    .map(text => `\`${text}\``)
    .join(', ');
}
