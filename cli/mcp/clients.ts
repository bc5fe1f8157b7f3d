/**
 * Settings with which common clients start `quern mcp` or reach a service. Their documentation:
 *
 * - Claude Code: https://code.claude.com/docs/en/mcp
 * - Claude Desktop: https://modelcontextprotocol.io/quickstart/user
 * - Codex: https://developers.openai.com/codex/mcp
 * - Cursor: https://cursor.com/docs/mcp
 * - Visual Studio Code: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * - Zed: https://zed.dev/docs/ai/mcp
 */

/** A command that communicates over standard input and output. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Only for a service that needs a key; the user replaces the sample with the key. */
  readonly env?: Readonly<Record<string, string>>;
}
export interface Remote {
  readonly url: string;
}
export interface AgentClient {
  readonly title: string;
  /** Where the settings belong. */
  readonly file: string;
  readonly local: (command: Command) => string;
  /** With the key from the client's environment or input, or with a sample; `null` for clients that can only start commands. */
  readonly remote: ((remote: Remote) => string) | null;
}

/** The environment variable with the key. */
export const KEY = 'QUERN_KEY';
/** The user replaces it with the key. */
export const SAMPLE_KEY = 'qk_…';

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function servers(name: string, server: object): string {
  return json({ [name]: { quern: server } });
}

/** The same in TOML and in JSON. */
function quoted(texts: readonly string[]): string {
  return texts.map(text => JSON.stringify(text)).join(', ');
}

/** By the name that `quern mcp install` accepts. */
export const CLIENTS: Readonly<Record<string, AgentClient>> = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json in the project',
    local: command => servers('mcpServers', command),
    remote: ({ url }) =>
      servers('mcpServers', { type: 'http', url, headers: { 'X-API-KEY': `\${${KEY}}` } }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    local: command => servers('mcpServers', command),
    remote: null,
  },
  codex: {
    title: 'Codex',
    file: '~/.codex/config.toml',
    local: ({ command, args }) =>
      `[mcp_servers.quern]\ncommand = ${quoted([command])}\nargs = [${quoted(args)}]`,
    remote: ({ url }) =>
      `[mcp_servers.quern]\nurl = ${quoted([url])}\nbearer_token_env_var = ${quoted([KEY])}`,
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json in the project',
    local: command => servers('mcpServers', command),
    remote: ({ url }) => servers('mcpServers', { url, headers: { 'X-API-KEY': `\${env:${KEY}}` } }),
  },
  vscode: {
    title: 'Visual Studio Code',
    file: '.vscode/mcp.json in the project',
    local: command => servers('servers', { type: 'stdio', ...command }),
    remote: ({ url }) =>
      json({
        inputs: [
          { type: 'promptString', id: 'quern-key', description: 'Key of quern', password: true },
        ],
        servers: {
          quern: { type: 'http', url, headers: { 'X-API-KEY': `\${input:quern-key}` } },
        },
      }),
  },
  zed: {
    title: 'Zed',
    file: 'settings.json',
    local: command => servers('context_servers', command),
    // without `Authorization`, it asks its user to sign in
    remote: ({ url }) =>
      servers('context_servers', { url, headers: { Authorization: `Bearer ${SAMPLE_KEY}` } }),
  },
};
