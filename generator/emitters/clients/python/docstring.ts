/** Docstrings out of words that are written for one. */
import { type Code, code, join } from '../../writer.ts';

/** Paragraphs as a docstring: on one line where there is one of one line. */
export function docstring(paragraphs: readonly Code[]): Code {
  const text = join(paragraphs, '\n\n');
  if (!String(text).includes('\n')) return code`"""${text}"""`;
  return code`
    """${text}
    """
  `;
}
