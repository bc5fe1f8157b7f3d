// @ts-self-types="./validate.d.ts"
import { InvalidResponseError } from './errors.js';

/** @typedef {(value: unknown) => boolean} Check */
/** @param {RegExp} pattern @returns {Check} */
const text = pattern => value => typeof value === 'string' && pattern.test(value);

/** @type {Readonly<Record<import('./client.js').ColumnType, Check>>} */
const CHECKS = {
  string: text(/(?:)/),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: value => typeof value === 'boolean',
  timestamp: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  date: text(/^\d{4}-\d\d-\d\d$/),
  digits: text(/^-?\d+$/),
  json: value => value !== undefined,
};

/** @type {typeof import('./validate.js').validateRows} */
export function validateRows(rows, { name, columns }) {
  rows.forEach((row, index) => {
    checkRecord(name, row, columns, `row ${index} of \`${name}\``);
  });
}

/** @param {string} endpoint @param {unknown} record @param {import('./client.js').Columns} columns @param {string} place */
function checkRecord(endpoint, record, columns, place) {
  if (typeof record !== 'object' || record === null) refuse(endpoint, place, 'record');
  const values = new Map(Object.entries(record));
  for (const [name, column] of Object.entries(columns)) {
    checkValue(endpoint, values.get(name), column, `\`${name}\` in ${place}`);
  }
}

/** @param {string} endpoint @param {unknown} value @param {import('./client.js').Column} column @param {string} place */
function checkValue(endpoint, value, column, place) {
  if (typeof column === 'object') {
    if (value !== null) checkRecord(endpoint, value, column, place);
    return;
  }
  if (value === null && column.endsWith('?')) return;
  const type = /** @type {import('./client.js').ColumnType} */ (column.replace('?', ''));
  if (!CHECKS[type](value)) refuse(endpoint, place, column);
}

/** @param {string} endpoint @param {string} place @param {string} what @returns {never} */
function refuse(endpoint, place, what) {
  throw new InvalidResponseError(`${place} is no ${what}.`, { code: 'invalid_response', endpoint });
}
