/** Servers with the same tables, of which one is asked. */

export interface Rotation<T> {
  readonly count: number;
  /** The server that is asked. It stays the same until it fails: then the next one is. */
  readonly current: () => T;
  readonly leave: (failed: T) => void;
}

export function createRotation<T>(servers: readonly T[]): Rotation<T> {
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
