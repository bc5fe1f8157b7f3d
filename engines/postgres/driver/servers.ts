/** Servers with the same tables. */

export interface Server {
  readonly host: string;
  readonly port: string;
}

export interface Servers {
  readonly count: number;
  /** The server that is asked. It stays the same until it fails: then the next one is. */
  readonly current: () => Server;
  readonly leave: (failed: Server) => void;
}

/** Each of `hosts` may have a port behind it. */
export function serversOf(hosts: string | readonly string[], port: string): readonly Server[] {
  return [hosts].flat().map(text => {
    const { host = text, own = port } =
      /^(?<host>\[.+\]|[^:/]+)(?::(?<own>\d+))?$/.exec(text)?.groups ?? {};
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: own };
  });
}

export function createServers(servers: readonly Server[]): Servers {
  let at = 0;
  const current = () => {
    const server = servers[at];
    if (server === undefined) throw new Error('there is a server');
    return server;
  };
  return {
    count: servers.length,
    current,
    leave: failed => {
      // another run may have left it before
      if (current() === failed) at = (at + 1) % servers.length;
    },
  };
}
