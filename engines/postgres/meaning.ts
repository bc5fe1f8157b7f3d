/** The settings that statements expect: those of the server, the database, the user or the session must not change their meaning. */
export const MEANING = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, YMD'",
  "IntervalStyle = 'postgres'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
  "xmlbinary = 'base64'",
  'standard_conforming_strings = on',
  'transform_null_equals = off',
  'array_nulls = on',
] as const;
