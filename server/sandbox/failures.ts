/** Converts failed runs of callers' statements to errors for the callers. */
import { type BoundStatement, EngineFailure } from '../../engines/engine.ts';
import { DecodeFailure } from '../answers/cells/cells.ts';
import { RunFailure } from '../answers/produce.ts';
import { Refused } from './refused.ts';

/** A statement that was run. */
export interface Ran {
  readonly statement: BoundStatement;
  /** Whether it has a sum, an average or a text that may be out of range. */
  readonly mayOverflow: boolean;
}

/**
 * Returns the error for the caller. A caller chose the statement, so what another statement would avoid is a refusal, not a
 * failure of the service; the log has the engine's own words.
 */
export function judgeFailure(cause: unknown, { statement, mayOverflow }: Ran): unknown {
  if (cause instanceof DecodeFailure) {
    const failed = new RunFailure(statement, cause);
    if (cause.code === 'unsafe_integer')
      return new Refused(`${cause.message}. ${CAST}`, { code: cause.code, cause: failed });
    return cause.code === 'stored_value'
      ? new Refused(`${cause.message}.`, { cause: failed })
      : failed;
  }
  if (!(cause instanceof EngineFailure)) return cause;
  const failed = new RunFailure(statement, cause);
  const { kind } = cause;
  if (kind === 'failed' || kind === 'unconvertible')
    return new Refused(mayOverflow ? OVERFLOW : FAILED, { cause: failed });
  if (kind === 'too_large')
    return new Refused(TOO_LARGE, { code: 'result_too_large', cause: failed });
  return kind === 'exhausted' ? new Refused(EXHAUSTED, { cause: failed }) : failed;
}

const CAST = 'Cast it to STRING.';
const OVERFLOW =
  'A sum, an average or a text of the statement is out of the range of its type, or the statement is too complex for the engine.';
const FAILED =
  'The statement is too complex for the engine, or one of its values is out of the range of its type.';
const TOO_LARGE = 'The rows take more bytes than an answer may have.';
const EXHAUSTED = 'The statement needs more memory, or reads more bytes, than allowed.';
