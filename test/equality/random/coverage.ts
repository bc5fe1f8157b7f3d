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
  'period before of buckets': /"buckets"[^{]*\{[^}]*\},\s*"compare"/,
  'window of a group': /"window": \{/,
  'period before of a window': /"window": \{[^}]*\},\s*"compare"/,
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

/** Counts in how many texts each part is. */
export interface Coverage {
  readonly add: (text: string) => void;
  /** Whether the text has a part that is rare. */
  readonly isNeeded: (text: string) => boolean;
  /** The parts that fewer than `OFTEN` texts have. */
  readonly rare: () => readonly string[];
}
const OFTEN = 3;

export function coverageOf(parts: ReadonlyMap<string, (text: string) => boolean>): Coverage {
  const counts = new Map([...parts.keys()].map(name => [name, 0]));
  const isRare = (name: string) => (counts.get(name) ?? 0) < OFTEN;
  return {
    add: text => {
      for (const [name, isIn] of parts)
        if (isRare(name) && isIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    isNeeded: text => [...parts].some(([name, isIn]) => isRare(name) && isIn(text)),
    rare: () => [...parts.keys()].filter(isRare),
  };
}

export function relationsCoverage(): Coverage {
  return coverageOf(
    new Map(
      Object.entries(PARTS).map(([name, pattern]) => [name, (text: string) => pattern.test(text)]),
    ),
  );
}

/** How many relations are read: data sets and steps, by `from`, `union`, `join` and conditions. */
export function relationsIn(text: string): number {
  const unions = [...text.matchAll(/"union": \[([^\]]*)\]/g)];
  const named = unions.map(([, names = '']) => names.split(',').length).reduce((a, b) => a + b, 0);
  return named + [...text.matchAll(/"(?:from|of)": "[a-z]+\d*"| in s\d+\./g)].length;
}
