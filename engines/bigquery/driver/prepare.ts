import type { Driver } from '../../driver.ts';
import type { BigQuerySettings } from '../settings.ts';
import { openBigQuery } from './driver.ts';

export default {
  prepare:
    (settings, { concurrency }) =>
    () =>
      openBigQuery({ ...settings, concurrency }),
} satisfies Driver<BigQuerySettings>;
