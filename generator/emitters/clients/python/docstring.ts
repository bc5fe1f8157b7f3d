/** Builds docstrings from escaped text. */
import { type Code, code, joinCode } from '../../text/writer.ts';

/** Prints paragraphs as a docstring, on one line if there is only one line. */
export function docstring(paragraphs: readonly Code[]): Code {
  const text = joinCode(paragraphs, '\n\n');
  if (!text.includes('\n')) return code`"""${text}"""`;
  return code`
    """${text}
    """
  `;
}
