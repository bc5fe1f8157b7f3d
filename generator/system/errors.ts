/** Errors of the operating system. */
import { getSystemErrorMap } from 'node:util';

/** An error of the operating system. Any other error is a bug of quern. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The message of a thrown value. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The code of an error of the operating system, such as `ENOSPC`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return isSystemError(error) ? error.code : undefined;
}

/** Whether the error means a missing file. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

/** Words for errors whose own message describes a call rather than its cause. */
const WORDS: Readonly<Record<string, string | undefined>> = {
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a file with that name exists',
  ENOENT: 'there is no such file, or a link points to no file',
  ELOOP: 'its links form a cycle',
  EPIPE: 'its reader is gone',
};

/** The reason of the operating system, in words. */
export function systemReason({ code = '', errno = 0, message }: NodeJS.ErrnoException): string {
  return WORDS[code] ?? getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** The end of a message about a failure: the reason, and the system's code for it. */
export function systemWords(error: NodeJS.ErrnoException): string {
  return `${systemReason(error)} (${error.code ?? 'UNKNOWN'})`;
}
