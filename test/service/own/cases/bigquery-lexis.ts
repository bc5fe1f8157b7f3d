/** BigQuery: where a parameter may stand, and text that only looks like one. */
import type { OwnCase } from '../statements.ts';

const X = { x: ['string!', 'VALUE'] } as const;
const TEXT = { t: 'string', x: 'string' } as const;

export const BIGQUERY_LEXIS: readonly OwnCase[] = [
  {
    name: 'a string with @x, @@x and ?',
    params: X,
    query: "SELECT '@x, @@x, ?, $x and {x}' AS t, @x AS x",
    columns: TEXT,
    direct: "SELECT CONCAT('@', 'x, @', '@x, ?, $x and {x}'), 'VALUE'",
  },
  {
    name: 'a string with @x behind a guarded quote',
    params: X,
    query: "SELECT 'it\\'s @x \\n' AS t, @x AS x",
    columns: TEXT,
    direct: "SELECT CONCAT(\"it's @x \", CODE_POINTS_TO_STRING([10])), 'VALUE'",
  },
  {
    name: 'a string in double quotes, with a quote inside',
    params: X,
    query: 'SELECT "it\'s @x \\"quoted\\"" AS t, @x AS x',
    columns: TEXT,
    direct: "SELECT CONCAT('it', CODE_POINTS_TO_STRING([39]), 's @x \"quoted\"'), 'VALUE'",
  },
  {
    name: 'a string that ends in a backslash',
    params: X,
    query: "SELECT '@x\\\\' AS t, @x AS x",
    columns: TEXT,
    direct: "SELECT CONCAT('@x', CODE_POINTS_TO_STRING([92])), 'VALUE'",
  },
  {
    name: 'a string over lines between triple quotes',
    params: X,
    query: "SELECT '''it's ''@x\n\\''' -- @x''' AS t, @x AS x",
    columns: TEXT,
    direct: "SELECT \"it's ''@x\\n''' -- @x\", 'VALUE'",
  },
  {
    name: 'a string between triple double quotes',
    params: X,
    query: 'SELECT """a "@x" \'""" AS t, @x AS x',
    columns: TEXT,
    direct: "SELECT 'a \"@x\" \\'', 'VALUE'",
  },
  {
    name: 'a raw string with a backslash before its quote',
    params: X,
    query: "SELECT r'\\d\\'@x' AS t, @x AS x",
    columns: TEXT,
    direct: "SELECT '\\\\d\\\\\\'@x', 'VALUE'",
  },
  {
    name: 'bytes and raw bytes',
    params: X,
    query:
      "SELECT SAFE_CONVERT_BYTES_TO_STRING(b'@x\\'') AS t, TO_BASE64(rb\"@x\\n\") AS n, @x AS x",
    columns: { t: 'string', n: 'string', x: 'string' },
    direct: "SELECT \"@x'\", 'QHhcbg==', 'VALUE'",
  },
  {
    name: 'an empty string next to another',
    params: X,
    query: "SELECT '' || '@x' || \"\" AS t, '''''' || @x AS x",
    columns: TEXT,
    direct: "SELECT '@x', 'VALUE'",
  },
  {
    name: 'a line comment with @x and a quote',
    params: X,
    query: "SELECT 1 AS n -- @x isn't 'read\n, @x AS x -- nor this @x",
    columns: { n: 'int64', x: 'string' },
    direct: "SELECT 1, 'VALUE'",
  },
  {
    name: 'a comment after #',
    params: X,
    query: 'SELECT 1 AS n # @x isn\'t "read\n, @x AS x #nor this @x',
    columns: { n: 'int64', x: 'string' },
    direct: "SELECT 1, 'VALUE'",
  },
  {
    name: 'comments that do not nest',
    params: X,
    query: "/* @x /* ' @x */ SELECT /**/@x/* @x */ AS x, 2 AS n",
    columns: { x: 'string', n: 'int64' },
    direct: "SELECT 'VALUE', 2",
  },
  {
    name: 'names in backticks with @x and a guarded backtick',
    params: X,
    query:
      'SELECT `@x`.`a @x` AS t, `q\\`@x` AS x FROM (SELECT 1 AS `a @x`, @x AS `q\\`@x`) AS `@x`',
    columns: { t: 'int64', x: 'string' },
    direct: "SELECT 1, 'VALUE'",
  },
  {
    name: 'a parameter right behind operators',
    params: { n: ['int64!', '2'] },
    query:
      'SELECT 1+@n AS a, 7-@n AS b, 3*@n AS c, 4>@n AS d, 2=@n AS e, -@n AS f, 6|@n AS g, ~@n AS h',
    columns: {
      a: 'int64',
      b: 'int64',
      c: 'int64',
      d: 'bool',
      e: 'bool',
      f: 'int64',
      g: 'int64',
      h: 'int64',
    },
    direct: 'SELECT 3, 5, 6, TRUE, TRUE, -2, 6, -3',
  },
  {
    name: 'a parameter right behind a parenthesis, a comma and a bracket',
    params: { n: ['int64!', '2'] },
    query: 'SELECT (@n)AS n,[@n,@n]AS l,CAST(@n AS STRING)AS t,ABS(@n)AS m',
    columns: { n: 'int64', l: 'json', t: 'string', m: 'int64' },
    direct: "SELECT 2, [2, 2], '2', 2",
  },
  {
    name: 'a value is one operand, whatever stands around it',
    params: { n: ['int64!', '-2'] },
    query:
      'SELECT 10 - @n AS a, POW(2, @n) AS b, - @n AS c, @n BETWEEN -3 AND -1 AS d, MOD(7, @n) AS e',
    columns: { a: 'int64', b: 'float64', c: 'int64', d: 'bool', e: 'int64' },
    direct: 'SELECT 12, 0.25, 2, TRUE, 1',
  },
  {
    name: 'names of parameters that are words of SQL, with digits and underscores',
    params: { select: ['int64!', '1'], from_1: ['int64!', '2'], now_2: ['int64!', '3'] },
    query: 'SELECT @select + @from_1 * 10 + @now_2 * 100 AS n',
    columns: { n: 'int64' },
    direct: 'SELECT 321',
  },
  {
    name: 'a name that begins like another',
    params: { a: ['string!', '1'], ab: ['string!', '2'], abc: ['string!', '3'] },
    query: 'SELECT @abc || @a || @ab || @a AS t',
    columns: { t: 'string' },
    direct: "SELECT '3121'",
  },
  {
    name: 'a semicolon and a comment behind the end',
    params: X,
    query: 'SELECT @x AS x ; -- the end; @x',
    columns: { x: 'string' },
    direct: "SELECT 'VALUE'",
  },
  {
    name: 'a semicolon in a string, a name and a comment',
    params: X,
    query: "SELECT `a;b` AS t, @x AS x FROM (SELECT ';' AS `a;b`) /* ; */",
    columns: TEXT,
    direct: "SELECT ';', 'VALUE'",
  },
  {
    name: 'words with @ in them are mail addresses in strings',
    params: { mail: ['string!', 'o\'b\\@x.example"`'] },
    query: "SELECT 'ann@x.example' AS t, @mail AS x",
    columns: TEXT,
    direct: "SELECT 'ann@x.example', 'o\\'b\\\\@x.example\"`'",
  },
  {
    name: 'letters beyond ASCII in strings, names and values',
    params: { x: ['string!', 'é😀@x'] },
    query: "SELECT '😀é@x' AS t, `größe` AS x, LENGTH(`größe`) AS n FROM (SELECT @x AS `größe`)",
    columns: { t: 'string', x: 'string', n: 'int64' },
    direct: "SELECT '😀é@x', 'é😀@x', 4",
  },
  {
    name: 'tabs, and lines that are empty',
    params: X,
    query: '\nSELECT\t"a\\tb" AS t,\n@x AS x -- @x\n\n FROM UNNEST([1])\n\n',
    columns: TEXT,
    direct: "SELECT CONCAT('a', CODE_POINTS_TO_STRING([9]), 'b'), 'VALUE'",
  },
  {
    name: 'the statement in parentheses',
    params: X,
    query: '((SELECT @x AS x)) ORDER BY 1',
    columns: { x: 'string' },
    direct: "SELECT 'VALUE'",
  },
];
