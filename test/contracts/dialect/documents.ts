/** JSON documents, texts that hold some or none, and expressions over both columns. */

export const DOCUMENTS = [
  '{"a":{"b":"x"},"n":5,"l":["p","q"]}',
  '{"n":5.0,"a":"s","l":[]}',
  '{"n":1.5,"a":{"b":true},"l":["p",1,null,"é\\n\\"",["r"],{"s":"t"},true]}',
  '{"n":"42","a":[{"b":"y"},"z",null,3],"l":"p"}',
  '{"n":9007199254740993,"l":{"0":"p","a":"q"}}',
  '{"n":18446744073709551615,"a":{"b":"42"}}',
  '{"n":-9223372036854775808,"a":{"b":""}}',
  '{"n":9223372036854775808}',
  '{"n":1e3,"a":{"b":1e300}}',
  '{"n":1e300,"a":{"b":-0.25}}',
  '{"n":true,"a":{"b":false}}',
  '{"n":null,"a":null,"l":null}',
  '{"n":[1],"a":{"b":{"c":[[0,"deep"]]}}}',
  '{"n":{},"a":{"b":["one","two"]}}',
  '[{"n":1,"a":{"b":"in"}},2,"q",["r","s"]]',
  '"root"',
  '"42"',
  '"[\\"p\\"]"',
  '7',
  '-0.5',
  'true',
  'null',
  null,
  '{}',
  '[]',
  '["p",null,"日本語 😀"]',
  '{"a.b":"dotted","é":"ü","$ref":"#","n":-0.0,"a b":7,"it\'s":"q"}',
  '{"a":{"b":"\\u0041\\n\\"\\\\\\/\\ud83d\\ude00"},"n":0.1}',
  ' { "n" : 3 , "a" : { "b" : " x " } } ',
  '{"n":1.0E+2}',
  '{"n":1234567.891e-3}',
  '{"n":9.3e18}',
  '{"n":123456.0e13}',
  '{"n":-0}',
  '{"n":5e-324}',
  '{"n":0.30000000000000004}',
  // whole numbers beyond 64 bits, which some engine's parser rejects with the whole document
  '{"n":18446744073709551616,"a":{"b":"x"},"l":["p"]}',
  '{"n":-98765432109876543210,"a":[{"b":"y, 12345678901234567890123 ]"}],"é":"ü"}',
  '{"n":4,"l":["p",123456789012345678901234567890,"q \\" 18446744073709551616 ,"],"a":{"b":true}}',
  '[123456789012345678901234567890,"q","z"]',
  '18446744073709551616',
  '{"n":1.12345678901234567890123,"a":{"b":false},"l":[-18446744073709551616]}',
  '{"n":[[1],["p"]],"a":[[{"b":"x"}]],"l":[["p"],[],"q"]}',
  '{"n":"","a":{"b":null},"l":[null,"",false,0]}',
  `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`)},"n":7,"a":{"b":"last"}}`,
];

/** Engines keep the first of two members of one name only where they read the text themselves. */
export const TEXTS_OF_DOCUMENTS = [
  ...DOCUMENTS,
  '{"a":{"b":"1"},"a":{"b":"2"},"n":0,"n":1}',
  'not json',
  '',
  '{"n":1',
  '{"n":3} x',
  '{n:1}',
  "{'n':1}",
  '[1 2]',
  '{"n":03}',
  '{"n":+3}',
  '{"n":3.}',
  '{"n":.5}',
  '{"n":0x1F}',
  '{"n":3}//',
  '/* */{"n":3}',
  '{"a":{"b":"\\x41"}}',
  '{"a":{"b":"tab\there"}}',
  '{"n":3}{"n":4}',
  'True',
  '\u00a0{"n":3}',
  '{"n":18446744073709551616"}',
  '{"n":018446744073709551616,"a":{"b":"x"}}',
  '{"n":+18446744073709551616}',
  'pid 18446744073709551616 said "no"',
] as const;

const PATHS = ['a.b', 'a', 'n', 'a[0].b', '[0].n', '[2]', 'a."b"', 'é', '"a.b"', 'a.b.c[0][1]'];
const READ = [
  'json_string',
  'json_text',
  'json_int64',
  'json_float64',
  'json_bool',
  'json_exists',
  'json_type',
  'json_length',
];

const calls = READ.flatMap(fn => PATHS.map(path => `${fn}(doc, '${path}'); ${fn}(raw, '${path}')`));

export const OF_DOCUMENTS = `${calls.join(';')};
json_string(doc); json_string(raw); json_text(doc); json_text(raw); json_text(doc, 'a') = '3'; json_text(s); json_int64(doc); json_int64(raw); json_float64(doc); json_float64(raw); json_bool(doc); json_bool(raw); json_string(s); json_int64(u); json_list(s); json_exists(doc); json_exists(raw); json_type(doc); json_type(raw); json_length(doc); json_length(raw); json_length(doc, 'l'); json_length(raw, '[3]'); json_length(s) + 1;
json_list(doc); json_list(raw); json_list(doc, 'l'); json_list(raw, 'l'); json_list(doc, 'a.b'); json_list(doc, '[3]'); json_list(raw, '[3]'); json_list(raw, 'l[4]'); json_list(doc, 'n');
json_string(doc, '"$ref"'); json_int64(doc, '"a b"'); json_string(raw, '"it\\'s"'); json_int64(doc, 'n') + 1; -json_float64(doc, 'n') * 2; not json_bool(doc, 'n'); json_string(doc, 'a.b') = s; 'p' in json_list(doc, 'l'); length(json_list(raw, 'l')); json_list(doc)[0];
coalesce(json_string(doc, 'a.b'), json_string(raw), 'none'); json_string(concat('{"a":"', u, '"}'), 'a'); json_string(if(b, s, raw), 'a.b'); overlaps(json_list(doc, 'l'), json_list(raw, 'l')); json_int64('{"a":[1,2]}', 'a[1]')`;
