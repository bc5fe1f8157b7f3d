import type { Driver } from '../../driver.ts';
import type { ClickHouseSettings } from '../settings.ts';
import { openClickHouse } from './driver.ts';

export default {
  prepare:
    (settings, { concurrency }) =>
    () =>
      openClickHouse({ ...settings, concurrency }),
} satisfies Driver<ClickHouseSettings>;
