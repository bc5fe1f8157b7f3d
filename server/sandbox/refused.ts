/** Reasons why a caller's statement is not run. */

/** `unsafe_integer` and `result_too_large` are failures of the service elsewhere; here the caller chose the statement. */
export type RefusalCode = 'invalid_parameter' | 'unsafe_integer' | 'result_too_large';

/** A rejected statement. The message is for the caller: the fault of the statement, and its place. */
export class Refused extends Error {
  readonly code: RefusalCode;

  constructor(
    message: string,
    { code = 'invalid_parameter', ...options }: ErrorOptions & { readonly code?: RefusalCode } = {},
  ) {
    super(message, options);
    this.name = 'Refused';
    this.code = code;
  }
}

/** This service cannot read statements. The message is for callers. */
export class NoSandbox extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoSandbox';
  }
}
