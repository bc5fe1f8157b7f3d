/** Milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** Seconds. The client does not wait longer for a service. */
const LONGEST_RETRY_AFTER = 60;

const RETRIES = 10;
const SUCCESSES = 10;

/** These rows would fail again a second later. */
const LASTING = /^(unsafe_integer|result_too_large|stored_value)$/;

/** The code, then the message of certificates that are not trusted, not valid or of another host, in Node and Bun; or in Deno. */
const CERTIFICATE =
  /^(\S*(CERT|CRL)|UNABLE_TO_|PATH_LENGTH_|HOSTNAME_|INVALID_(CA|PURPOSE) )|invalid peer certificate/;

/**
 * Bounds the retries of all calls of a client, so that a service in trouble is not buried under them: a retry takes a token,
 * a success gives a tenth of one back, and without one left failures are not retried.
 */
export function createBudget() {
  // In tenths of a token: ten fractions of 0.1 are less than 1.
  let tenths = RETRIES * SUCCESSES;
  return {
    /** Whether there was a token. */
    take: () => {
      if (tenths < SUCCESSES) return false;
      tenths -= SUCCESSES;
      return true;
    },
    refund: () => {
      tenths = Math.min(RETRIES * SUCCESSES, tenths + 1);
    },
  };
}

/**
 * Whether the same call may succeed in a moment.
 * @param {import('./errors.js').QuernError} error
 */
export function passes({ code, status, cause }) {
  if (code === 'connection_failed') return !isOfCertificate(cause);
  if (code === 'timeout') return true;
  return /^(408|429|5..)$/.test(String(status)) && !LASTING.test(String(code));
}

/**
 * Whether a certificate is at fault, which is no better in a second. Browsers do not report it. @param {unknown}
 * error
 */
function isOfCertificate(error) {
  const { code, message } = innermost(error);
  return CERTIFICATE.test(`${code} ${message}`);
}

/**
 * The innermost error, which runtimes wrap.
 * @param {any} error
 * @returns {any}
 */
export function innermost(error) {
  return error?.cause ? innermost(error.cause) : Object(error);
}

/**
 * Milliseconds to wait after so many retries; without end where the service asks for more than is worth waiting for.
 * The service's own request comes first. Otherwise the wait is random below a bound that doubles, so that callers who
 * failed together do not return together.
 * @param {number} retries
 * @param {number | null} retryAfter seconds
 */
export function pauseBefore(retries, retryAfter) {
  if (retryAfter === null)
    return Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** retries);
  return retryAfter > LONGEST_RETRY_AFTER ? Infinity : retryAfter * 1_000;
}

/** The form of C, which names no zone. */
const DATE_OF_C = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * The value of a `Retry-After`, in seconds or as an HTTP date; `null` if it is neither.
 * @param {string} text
 */
export function retryAfterSeconds(text) {
  if (/^\d+$/.test(text)) return Number(text);
  const date = DATE_OF_C.test(text) ? `${text} GMT` : text;
  const instant = / GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, (instant - Date.now()) / 1_000);
}
