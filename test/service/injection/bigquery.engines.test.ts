/** Strangers' texts against the whole service on BigQuery. */
import { injectionSuite } from './suite.ts';

injectionSuite('bigquery', { runs: 100, logsEvery: 6 });
