import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOWNLOAD_FORMATS, nameDownload } from '../../../explorer/rows/data/files.ts';
import type { AnswerRow } from '../../../explorer/rows/data/row.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { column } from './samples.ts';

const columns = [
  column('name', 'string'),
  column('n', 'int64'),
  column('amount', 'decimal'),
  column('data', 'json'),
];
const { csv, ndjson, json } = DOWNLOAD_FORMATS;

/** Reads RFC 4180 strictly: records end in CRLF, and a quote stands only where it may. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (match === null) throw new Error(`no field at ${at}`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

describe('CSV', () => {
  it('has a head, CRLF, empty NULLs, quoted empty texts and JSON of what is nested', () => {
    const rows: AnswerRow[] = [
      { name: null, n: 1, amount: '-2.50', data: { a: [1] } },
      { name: '', n: null, amount: null, data: null },
      { name: 'a "b", c\nd', n: -3, amount: '4', data: 'text' },
    ];
    expect(csv.write(columns, rows)).toBe(
      'name,n,amount,data\r\n,1,-2.50,"{""a"":[1]}"\r\n"",,,\r\n"a ""b"", c\nd",-3,4,text\r\n',
    );
  });

  it('has no empty line, which programs skip', () => {
    const rows: AnswerRow[] = [{ n: 1 }, { n: null }, { n: 2 }];
    expect(csv.write([column('n', 'int64')], rows)).toBe('n\r\n1\r\n""\r\n2\r\n');
  });

  it('is read back as it was, texts that begin like a formula behind an apostrophe', () => {
    const text = fc.oneof(
      fc.string(),
      unicodeText(),
      fc.stringMatching(/^[=+@\-\t\r",\n＝]{0,6}$/),
    );
    const row = fc.record({ name: fc.option(text), n: fc.option(fc.maxSafeInteger()) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), rows => {
        const [head, ...read] = parseCsv(csv.write(columns.slice(0, 2), rows));
        expect(head).toEqual(['name', 'n']);
        expect(read).toEqual(
          rows.map(({ name, n }) => [
            name === null ? '' : name.replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&"),
            n === null ? '' : String(n),
          ]),
        );
      }),
    );
  });

  it('runs nothing in a spreadsheet, neither values nor names', () => {
    const names = ['=a', '+b', '-c', '@d'].map(name => column(name, 'string'));
    const row = Object.fromEntries(names.map(({ name }) => [name, `${name}(1)`]));
    const [head, values] = parseCsv(csv.write(names, [row]));
    expect(head).toEqual(["'=a", "'+b", "'-c", "'@d"]);
    expect(values).toEqual(["'=a(1)", "'+b(1)", "'-c(1)", "'@d(1)"]);
    // a decimal comes as text, but its minus is not a formula; anything else that begins so is one
    expect(csv.write([column('amount', 'decimal')], [{ amount: '-1+cmd' }])).toBe(
      "amount\r\n'-1+cmd\r\n",
    );
  });
});

describe('JSON', () => {
  it('has the columns in their order, a row a line', () => {
    const rows = [{ n: 1, name: 'x', amount: null, data: [] }];
    const line = '{"name":"x","n":1,"amount":null,"data":[]}';
    expect(ndjson.write(columns, rows)).toBe(`${line}\n`);
    expect(json.write(columns, rows)).toBe(`[\n${line}\n]\n`);
    expect(json.write(columns, [])).toBe('[]\n');
    expect(ndjson.write(columns, [])).toBe('');
  });

  it('keeps columns with the names of what every object has', () => {
    const hostile = ['__proto__', 'constructor', 'toString'].map(name => column(name, 'int64'));
    const row = JSON.parse('{"__proto__":1,"constructor":2}');
    expect(ndjson.write(hostile, [row])).toBe('{"__proto__":1,"constructor":2,"toString":null}\n');
  });
});

it('the name of a file has nothing that leads elsewhere', () => {
  expect(nameDownload('logs.all', 'csv')).toBe('logs.all.csv');
  expect(nameDownload('../../etc/passwd', 'json')).toBe('__.._etc_passwd.json');
  expect(nameDownload('a\u202eb"c', 'ndjson')).toBe('a_b_c.ndjson');
  expect(nameDownload('', 'csv')).toBe('rows.csv');
});
