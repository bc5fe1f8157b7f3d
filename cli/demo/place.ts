/** Where the logs of `quern demo` are. */
import { DEMO } from '../../engines/index.ts';

/** The path of the database in the project. */
export const DEMO_DATABASE = `.quern/demo${DEMO.files.ending}`;
