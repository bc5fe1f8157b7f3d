// @ts-self-types="./errors.d.ts"
export class QuernError extends Error {
  /** @override */
  name = 'QuernError';

  /** @param {string} message @param {import('./errors.js').Failure} failure */
  constructor(message, failure) {
    super(message, failure);
    this.code = failure.code;
    this.endpoint = failure.endpoint ?? null;
    this.status = failure.status ?? null;
    this.parameters = failure.parameters ?? [];
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
  }
}

export class ServiceError extends QuernError {
  /** @override */
  name = 'ServiceError';
}

export class ConnectionError extends QuernError {
  /** @override */
  name = 'ConnectionError';
}

export class TimeoutError extends QuernError {
  /** @override */
  name = 'TimeoutError';
}

export class InvalidResponseError extends QuernError {
  /** @override */
  name = 'InvalidResponseError';
}
