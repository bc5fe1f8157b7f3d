/**
 * Patterns that dialects use to read texts: what is no number or instant by these is NULL on every engine, although each
 * engine's own cast takes more (hexadecimal, spaces, epochs, named zones) or less.
 */
import { DAY_PATTERN } from '../params/calendar.ts';
import { INSTANT_PATTERN } from '../params/instant.ts';

export const INT64_TEXT = '^[+-]?[0-9]+$';
export const FLOAT64_TEXT = '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?$';
export const DATE_TEXT = `^(?:${DAY_PATTERN})$`;
export const TIMESTAMP_TEXT = `^(?:${INSTANT_PATTERN})$`;
/** Matches a time of day without seconds; `\1:00\2` gives it some. */
export const WITHOUT_SECONDS = '^(.{16})($|[Z+-])';
