/** Why a statement of a caller is not run. */

/** The message is for the caller: what is wrong with the statement, and where. */
export class Refused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Refused';
  }
}

/** Statements cannot be read here. The message is for callers. */
export class NoSandbox extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoSandbox';
  }
}
