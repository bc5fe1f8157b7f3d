/**
 * Property tests draw the same values in every run, so that one commit has one result. `QUERN_SEED=7` draws others, and
 * `QUERN_ALL=1` new ones each time; a failure names its seed.
 */
import fc from 'fast-check';
import { isAll } from './usually.ts';

const given = process.env['QUERN_SEED'];
const isRandom = isAll && given === undefined;
if (!isRandom) fc.configureGlobal({ seed: Number(given ?? '20260115') });
