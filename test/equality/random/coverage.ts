/** Counts the parts of the language in random endpoints: a part that too few have is not tried. */

/** Parts of the language by their names. Texts are JSON. */
const PARTS: Readonly<Record<string, RegExp>> = {
  'a step': /"steps"/,
  'a step of a step': /"s\d+": \{\s*"from": "s\d+"/,
  'three steps': /"s\d+": \{[\s\S]*"s\d+": \{[\s\S]*"s\d+": \{/,
  union: /"union"/,
  'union of three': /"union": \[[^\]]*,[^\]]*,/,
  label: /"label"/,
  'null in a union': /"u\d+": "null"/,
  'join to one': /"on"(?![^}]*"many")/,
  'join to many': /"many": true/,
  'join of one row': /"j\d+": \{\s*"of": "s\d+"\s*(?:,\s*"kind": "\w+"\s*)?\}/,
  'inner join': /"kind": "inner"/,
  'left join': /"kind": "left"/,
  'two joins': /"join": \{\s*"j\d+": \{[^}]*\},\s*"j\d+"/,
  'further condition of a join': /\.\w+ > 0"/,
  'semi-join': /[^t] in s\d+\.u\d+/,
  'anti-join': / not in s\d+\.u\d+/,
  scope: /tenant = @tenant/,
  unscoped: /"unscoped": true/,
  'list parameter': /"list":/,
  'list of an enum': /"list": \{\s*"enum"/,
  'required list': /"list": "\w+",(?:\s*"max_items"[^}]*)?\s*"required": true/,
  'in a list': / in @list/,
  'not in a list': / not in @list/,
  overlaps: /overlaps\(/,
  contains_any: /contains_any\(/,
  duration: /"type": "duration"/,
  'step of the caller': /trunc\( \w+(?:\.\w+)? , @span/,
  'days of the caller': /interval @span/,
  'default that moves': /"default": "now\(\)/,
  'zone of the caller': /@zone/,
  'zone that is written': /'America\/Havana'/,
  'trunc in a zone': /trunc\( [^"]* , '(?:Europe|America|Asia)/,
  'extract in a zone': /at time zone/,
  'date in a zone': /date\( [^()"]* , '/,
  'timestamp in a zone': /timestamp\( [^()"]* , '/,
  'format in a zone': /format_timestamp\( '%F %H:%M' , [^()"]* , ['@]/,
  present: /"when": "p\d+"/,
  'both present': /"when": \[/,
  'any present': /"when": \{\s*"any"/,
  absent: /"when": \{\s*"absent"/,
  'a value': /"when": \{\s*"p\d+": "alpha"/,
  'a flag': /"when": \{\s*"p\d+": (?:true|false)/,
  'any condition': /"any": \[\s*\{/,
  buckets: /"buckets"/,
  'gaps zero': /"gaps": "zero"/,
  'gaps omit': /"gaps": "omit"/,
  sliding: /"window": "sliding"/,
  aligned: /"window": "aligned"/,
  retention: /"retention"/,
  group_by: /"group_by"/,
  'no values': /"select": \{\}/,
  having: /"having"/,
  filter: / filter \( where /,
  distinct: /"distinct": true/,
  partition: /partition by/,
  'frame before': /rows between 2 preceding and current row/,
  'frame behind': /rows between 1 following and unbounded following/,
  'frame of all before': /rows between unbounded preceding and 1 preceding/,
  'frame around': /rows between 3 preceding and 1 following/,
  'window over groups': /over \( order by count\(\) desc/,
  lag: /lag\(/,
  row_number: /row_number\(/,
  rank: /[^_]rank\(/,
  share: /count\(\) \/ sum\( count\(\) \) over \(\)/,
  'choice of a value': /"c\d+": \{\s*"by"/,
  'choice of a group': /"g\d+": \{\s*"by"/,
  'choice of a relation': /"from": \{\s*"by"/,
  'choice of an order': /"order_by": \[\s*\{/,
  'limit of a step': /"limit": \d+\s*\}/,
  'limit of the caller': /"limit": "@most"/,
  'rows that callers skip': /"offset": "@skip"/,
  max_rows: /"max_rows"/,
  descending: /"order_by": \[[^\]]* desc"/,
  'computed column': /\bsize\b/,
  'value of a map': /labels\['/,
  has_key: /has_key\(/,
  'value of a document': /json_\w+\(/,
  'end of a month': /interval 1 (?:month|quarter|year)/,
};

/** Parts that fewer than one text in a hundred has. */
export function rareParts(texts: readonly string[]): readonly string[] {
  return Object.entries(PARTS)
    .filter(([, pattern]) => texts.filter(text => pattern.test(text)).length < texts.length / 100)
    .map(([name]) => name);
}

/** How many relations are read: data sets and steps, by `from`, `union`, `join` and conditions. */
export function relationsIn(text: string): number {
  const unions = [...text.matchAll(/"union": \[([^\]]*)\]/g)];
  const named = unions.map(([, names = '']) => names.split(',').length).reduce((a, b) => a + b, 0);
  return named + [...text.matchAll(/"(?:from|of)": "[a-z]+\d*"| in s\d+\./g)].length;
}
