/** The name of a project's configuration. */
export const CONFIG_FILE = 'quern.yaml';
