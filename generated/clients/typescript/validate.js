// @ts-self-types="./validate.d.ts"
import { InvalidResponseError } from './errors.js';

/** @typedef {(value: unknown) => boolean} Check */
/** @typedef {(message: string) => never} Refuse */
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
  decimal: text(/^-?\d+(\.\d+)?$/),
  json: () => true,
};

/** @type {typeof import('./validate.js').validateRows} */
export function validateRows(rows, { name: endpoint, columns }, answer) {
  /** @type {Refuse} */
  const refuse = message => {
    // An answer with rows is a success.
    const status = answer && 200;
    const requestId = answer?.requestId;
    throw new InvalidResponseError(message, {
      code: 'invalid_response',
      endpoint,
      status,
      requestId,
    });
  };
  rows.forEach((row, index) => {
    checkRecord(row, columns, `row ${index} of \`${endpoint}\``, refuse);
  });
}

/** @param {unknown} record @param {import('./client.js').Columns} columns @param {string} place @param {Refuse} refuse */
function checkRecord(record, columns, place, refuse) {
  if (typeof record !== 'object' || record === null) refuse(`${place} is no record.`);
  const values = new Map(Object.entries(Object(record)));
  for (const [name, column] of Object.entries(columns)) {
    checkValue(values.get(name), column, `\`${name}\` in ${place}`, refuse);
  }
}

/** @param {unknown} value @param {import('./client.js').Column} column @param {string} place @param {Refuse} refuse */
function checkValue(value, column, place, refuse) {
  if (value === undefined) refuse(`${place} is missing.`);
  if (typeof column === 'object') {
    if (!('0' in column)) {
      if (value !== null) checkRecord(value, column, place, refuse);
      return;
    }
    if (!Array.isArray(value)) refuse(`${place} is no list.`);
    const record = /** @type {import('./client.js').Columns} */ (column[0]);
    for (const [index, one] of value.entries()) {
      checkRecord(one, record, `item ${index} of ${place}`, refuse);
    }
    return;
  }
  if (column.endsWith('[]')) {
    if (!Array.isArray(value)) refuse(`${place} is no list.`);
    const item = /** @type {import('./client.js').Column} */ (column.slice(0, -2));
    for (const [index, one] of value.entries()) {
      checkValue(one, item, `item ${index} of ${place}`, refuse);
    }
    return;
  }
  if (column.endsWith('{}')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(`${place} is no map.`);
    }
    const values = /** @type {import('./client.js').Column} */ (column.slice(0, -2));
    for (const [key, one] of Object.entries(Object(value))) {
      checkValue(one, values, `\`${key}\` of ${place}`, refuse);
    }
    return;
  }
  if (value === null && column.endsWith('?')) return;
  const type = /** @type {import('./client.js').ColumnType} */ (column.replace('?', ''));
  if (CHECKS[type](value)) return;
  const isUnsafe = type === 'integer' && Number.isInteger(value);
  refuse(`${place} is no ${isUnsafe ? 'safe integer' : type}.`);
}
