/** Strangers' texts against the whole service on ClickHouse. */
import { injectionSuite } from './suite.ts';

injectionSuite('clickhouse', { runs: 100 });
