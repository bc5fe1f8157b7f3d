/** The texts of own SQL that are sent to an engine's parser: each text that requests may produce, with sample parameters. */

import { holdsFor } from '../../core/expr/condition.ts';
import type { Binding } from '../../core/output/statement.ts';
import type { OwnEndpoint } from '../../core/plan/endpoint.ts';
import type { Param } from '../../core/plan/param.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import { ownChoices, printOwn, type Stretch } from '../../own/print.ts';
import type { AskedParameter, AskedText } from '../../own/question.ts';
import { sampleOf } from '../../params/sample.ts';
import { combinations } from '../../specialize/choices.ts';
import type { OwnSql } from '../../sql/author/own-sql.ts';

export interface Variant {
  readonly text: AskedText;
  /** Maps an offset of the text to the author's file. */
  readonly placeAt: (offset: number) => Place;
}

/**
 * The statement for each choice of its texts: with all conditional pieces, without any, and with each one on its own. Equal texts are sent
 * once.
 */
export function variantsOf(endpoint: OwnEndpoint, engine: string, own: OwnSql): readonly Variant[] {
  const statement = endpoint.statements[engine];
  if (statement === undefined) throw new Error(`no statement for ${engine}`);
  const variants = new Map<string, Variant>();
  for (const known of combinations(endpoint, ownChoices(statement))) {
    const { stretches, bind } = printOwn(statement, own, known);
    for (const present of presences(stretches)) {
      const there = stretches.filter(({ when }) => when === null || present.has(when));
      const sql = there.map(stretch => stretch.sql).join('');
      const asked = { has: (name: string) => present.has(name), textOf: () => '' };
      const parameters = bind
        .filter(({ when }) => when === undefined || when.some(one => holdsFor(one, asked)))
        .map(binding => parameterOf(binding, endpoint.params));
      variants.set(sql, { text: { sql, parameters }, placeAt: placesOf(there) });
    }
  }
  return [...variants.values()];
}

function presences(stretches: readonly Stretch[]): readonly ReadonlySet<string>[] {
  const whens = [...new Set(stretches.flatMap(({ when }) => when ?? []))];
  return [new Set(whens), new Set<string>(), ...whens.map(when => new Set([when]))];
}

const CLOCK = '2026-01-01T00:00:00Z';

function parameterOf(
  { name, from, scalar, absent, list }: Binding,
  params: readonly Param[],
): AskedParameter {
  if (list === true) return { name, scalar, isList: true, isOptional: false, sample: '[]' };
  const param = params.find(one => one.name === name);
  const sample = param === undefined || from === 'clock' ? CLOCK : sampleOf(param);
  return { name, scalar, isOptional: absent === null, sample };
}

function placesOf(stretches: readonly Stretch[]): (offset: number) => Place {
  return offset => {
    let from = 0;
    const found = stretches.find(({ sql }) => {
      from += sql.length;
      return offset < from;
    });
    const stretch = found ?? stretches.at(-1);
    if (stretch === undefined) throw new Error('a statement has a text');
    const { text, sql, start, isPlaceholder } = stretch;
    const within = isPlaceholder ? 0 : Math.min(sql.length, offset - (from - sql.length));
    const { at, place } = text.written;
    const [first, end] = [at(Math.max(0, start + within)), at(Math.max(0, start + within) + 1)];
    return { source: place.source, start: first, end: Math.max(end, first) };
  };
}
