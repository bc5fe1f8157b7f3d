/** The addresses of servers with the same tables. */

export interface ServerAddress {
  readonly host: string;
  readonly port: string;
}

/** Each of `hosts` may have a port behind it. */
export function serversOf(
  hosts: string | readonly string[],
  port: string,
): readonly ServerAddress[] {
  return [hosts].flat().map(text => {
    const { host = text, own = port } =
      /^(?<host>\[.+\]|[^:/]+)(?::(?<own>\d+))?$/.exec(text)?.groups ?? {};
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: own };
  });
}
