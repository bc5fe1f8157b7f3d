/** The codes of diagnostics, as data. A new code needs a line here, a page in `docs/diagnostics/` and a scenario. */

/** Every code with the title of its page. A code is never reused for another meaning. */
export const CATALOGUE = {
  // load: the text as YAML
  'file-too-large': 'A specification file is larger than 256 KiB',
  'file-unreadable': 'A specification or template cannot be read as UTF-8 text',
  'control-character': 'The text contains a control character or a lone surrogate',
  'yaml-syntax': 'The file is not well-formed YAML',
  'cut-text': 'A text for people that a `#` cuts',
  'yaml-feature': 'A feature of YAML that specifications do not use',
  'yaml-too-deep': 'The file is nested deeper than 32 levels or contains more than 20,000 nodes',
  'duplicate-key': 'A key occurs twice in one mapping',
  'forbidden-key': 'A key that specifications may not use',
  // validate: the shape
  'unknown-key': 'An unknown key',
  'missing-key': 'A required key is missing',
  'wrong-type': 'A value of the wrong kind',
  'invalid-value': 'A value that its key does not accept',
  'invalid-name': 'A name that does not fit the rules for names',
  'invalid-duration': 'A text that is not a duration',
  'invalid-step': 'A text that is not a step of time',
  // resolve: names
  'duplicate-name': 'A name is used twice',
  'reserved-name': 'A name that quern reserves',
  'duplicate-id': 'Two endpoints share an identifier',
  'unknown-endpoint': 'An endpoint that the project does not have',
  'unknown-source': 'A data set that is not declared',
  'unknown-column': 'A column or field that the data set does not have',
  'unknown-filter': 'A filter that the data set does not have',
  'unknown-parameter': 'A parameter that the endpoint does not declare',
  'unknown-function': 'A function that the portable library does not have',
  'unknown-enum-value': 'A comparison with a text that the enum does not have',
  'unknown-output': 'An output column that the endpoint does not have',
  'unknown-engine': 'An engine that quern has no dialect for',
  'unused-parameter': 'A parameter that nothing uses',
  'missing-table': 'A data set has no table on an enabled engine',
  'unsupported-type': 'A column of a type that an enabled engine does not have',
  'sql-text': 'Engine SQL in a data set that cannot be part of a statement',
  'invalid-rollup': 'A rollup that cannot answer like the entries',
  'rollup-not-used': 'An endpoint that does not read the rollup which it names',
  'unused-rollup': 'A rollup that no endpoint reads',
  // resolve: parameters
  'parameter-conflict': 'Options of a parameter that contradict each other',
  'invalid-default': 'A default or example that its own parameter does not accept',
  'invalid-pattern': 'A pattern that is not valid RE2',
  'maybe-absent': 'A parameter that may be absent is used as if it were present',
  'compared-default': 'A default such as `all` that is compared with a column like any other value',
  'never-absent': 'A guard on a parameter that is always present',
  // resolve: expressions
  'expression-syntax': 'An expression with a syntax error',
  'expression-too-large': 'An expression that is too long or nested too deep',
  'type-mismatch': 'Operands or arguments of incompatible types',
  'wrong-arguments': 'A function called with wrong arguments',
  'misplaced-aggregate': 'An aggregate where rows are not grouped',
  'misplaced-window': 'A window function where it is not allowed',
  'not-grouped': 'A column that is neither grouped nor aggregated',
  'misplaced-record': 'A record where a single value is needed',
  'cyclic-output': 'Columns that refer to each other in a cycle',
  'unsupported-function': 'A function that an enabled engine does not support',
  'unsupported-pattern': 'A pattern that an enabled engine cannot search for as RE2 does',
  'awkward-name':
    'A name that breaks some generators of clients, hides a parameter of the service, or is too long for models',
  // resolve: clauses
  'choice-mismatch': 'A mapping by enum value that does not match the enum',
  'too-many-statements': 'Choices that need more statements than an endpoint may have',
  'statement-too-long': 'A statement would have more than 1 MiB of SQL',
  'long-saved-query': 'A saved query is so long that its engine may refuse it',
  'null-sums': 'A sum that is NULL in empty buckets, where counts are 0',
  'too-many-buckets': 'A window with more buckets than `max_rows` allows',
  'clause-conflict': 'Clauses that contradict each other',
  // resolve: relations
  'ambiguous-order': 'A result that depends on an order that is not total',
  'unused-step': 'A step that nothing reads',
  'cyclic-step': 'Steps that read each other in a cycle',
  'unscoped-read': 'A read of a data set without its scope',
  'join-multiplies': 'A join in which a row may match several rows',
  'union-mismatch': 'A union of relations with different columns',
  'missing-equality': 'A join without an equality between its two sides',
  'unordered-limit': 'A `limit` or `offset` on rows without a total order',
  // resolve: statements in an engine's own SQL
  'sql-statement': 'A text that is not one read-only statement of its engine',
  'sql-placeholder': "A placeholder of the engine's own SQL, or one that may be an operator",
  'unknown-file': 'An SQL file that does not exist',
  'untranslatable-sql': 'A part of a GoogleSQL text that cannot be translated for an engine',
  'sql-not-known': 'A GoogleSQL text that the analyser rejects',
  'duplicate-column': 'Two columns of the rows have one name',
  'ambiguous-data-set': 'A table name in GoogleSQL that fits several data sets',
  'ambiguous-table': 'A table of two data sets that select different rows of it',
  'undeclared-read':
    "A statement in an engine's own SQL may read a table that is in no data set, in a project with a scope",
  'missing-columns': "The columns of a statement in an engine's own SQL are not declared",
  // check: own statements before the parsers of their engines
  'column-mismatch':
    "A column of a statement in an engine's own SQL that differs from its declaration",
  'undeclared-table': "A table that a statement in an engine's own SQL reads is in no data set",
  'not-analysed': "A statement in an engine's own SQL whose columns cannot be determined",
  'table-mismatch': 'A table does not match its data set',
  'stored-type': 'A column whose stored type its data set does not name',
  'absent-column': 'A column that no NDJSON file has',
  'dotted-path': 'A path into JSON that finds nothing, where the data has a name with a dot',
  'costlier-statement': 'A statement that reads more than before',
  // resolve: tests
  'invalid-test': 'A test that does not fit its endpoint',
  // test: rows
  'failing-test': 'A test whose answer differs from the expected rows',
  // config: `quern.yaml`
  'config-variable': 'An environment variable that the configuration reads is not set',
  // templates: files in place of ours
  'unknown-template': 'A file in `templates/` that replaces no template',
  'unknown-hole': 'A template has an unknown hole',
  'long-description': 'A description that is too long for tools for models',
  'invalid-template': 'A template that does not parse',
} as const satisfies Readonly<Record<string, string>>;
export type DiagnosticCode = keyof typeof CATALOGUE;

/** Warnings do not stop the output, and a command fails for them only under `--strict`. All other codes are errors. */
export const WARNINGS: ReadonlySet<DiagnosticCode> = new Set([
  'awkward-name',
  'compared-default',
  'cut-text',
  'ambiguous-order',
  'ambiguous-table',
  'long-description',
  'long-saved-query',
  'null-sums',
  'undeclared-table',
  'not-analysed',
  'stored-type',
  'absent-column',
  'dotted-path',
  'unused-rollup',
  'costlier-statement',
]);
