/** Where the logs of `quern demo` are. */
import { FILE_ENGINE, FILE_KEYS } from '../../engines/index.ts';

export const DEMO_ENGINE = FILE_ENGINE;
/** The path of the database in the project. */
export const DEMO_DATABASE = `.quern/demo${FILE_KEYS.ending}`;
