/** Reasons why a caller's statement is not run. */

/** A rejected statement. The message is for the caller: the fault of the statement, and its place. */
export class Refused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Refused';
  }
}

/** This service cannot read statements. The message is for callers. */
export class NoSandbox extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoSandbox';
  }
}
