/** Errors of the operating system. */
import { getSystemErrorMap } from 'node:util';

/** An error of the operating system; any other is a bug of ours. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The words of a thrown value. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The code of an error of the operating system, such as `ENOSPC`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return isSystemError(error) ? error.code : undefined;
}

/** Whether there is no such file. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

/** Errors whose own words describe a call and not its cause. */
const WORDS: Readonly<Record<string, string | undefined>> = {
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a file is in its place',
  ENOENT: 'there is no such file, or a link leads nowhere',
  ELOOP: 'its links form a cycle',
  EPIPE: 'nobody reads it',
};

/** Why the system said no, in words. */
export function systemReason({ code = '', errno = 0, message }: NodeJS.ErrnoException): string {
  return WORDS[code] ?? getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** The end of a message on what failed: why, and the system's name for it. */
export function systemWords(error: NodeJS.ErrnoException): string {
  return `${systemReason(error)} (${error.code ?? 'UNKNOWN'})`;
}
