/** Strangers' texts against the whole service on DuckDB; beside this, in the folder of the same name, on the other engines. */
import { injectionSuite } from './suite.ts';

injectionSuite('duckdb', { runs: 400 });
