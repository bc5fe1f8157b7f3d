/** The default address of the service. */

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 8383;
