/**
 * Patterns that several dialects use to read texts: what is no number or instant by these is NULL on every engine, although
 * each engine's own cast takes more (hexadecimal, spaces, epochs, named zones) or less.
 */
export const INT64_TEXT = '^[+-]?[0-9]+$';
export const FLOAT64_TEXT = '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?$';
const DAY = '(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,6})?)?';
const ZONE = 'Z|[+-](?:0[0-9]|1[0-3]):?[0-5][0-9]|[+-]14:?00';
export const DATE_TEXT = `^${DAY}$`;
/** The grammar of timestamps in the endpoint language. */
export const TIMESTAMP_TEXT = `^${DAY}(?:[T ]${CLOCK}(?:${ZONE})?)?$`;
/** Matches a time of day without seconds; `\1:00\2` gives it some. */
export const WITHOUT_SECONDS = '^(.{16})($|[Z+-])';
