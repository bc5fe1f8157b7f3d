/** Each verb in one line: `quern --help` lists these without loading any verb. */
export const BRIEFS = {
  init: 'Make a project, over made-up logs or your own data',
  import: 'Add a table or files to the data sets, or show how they have drifted',
  new: 'Write an endpoint over a data set, or around a query in SQL',
  doctor: 'Look for what is missing, unreachable or stale, with a remedy for each',
  demo: 'Run the service over a database of made-up logs',
  dev: 'Run the service while its endpoints are edited',
  check: 'Compile every endpoint and report mistakes, without writing files',
  generate: 'Write the generated files, or check that they are up to date',
  diff: 'Show the changes for callers since a commit or a release',
  test: "Run the endpoints' tests on embedded engines",
  run: 'Run an endpoint once and print its rows',
  explain: 'Show what an endpoint compiles to, or what a diagnostic means',
  serve: 'Run the service',
  lsp: 'Run the language server, for editors',
  mcp: 'Give endpoints to agents as tools',
  rollup: 'Fill the copies of rollups that quern keeps, or show how far they reach',
  keys: 'Make, list, rotate and revoke the keys of the service',
  schema: 'Print the JSON Schema of a kind of file',
  completion: 'Print the script that completes commands in a shell',
  help: 'Print this list, or the help of a command',
} as const;
export type VerbName = keyof typeof BRIEFS;
