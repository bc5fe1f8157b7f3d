/** Time zones, and the steps that begin wherever a day of a zone begins. */
import { UNIT_MICROS } from '../../core/types/scalar.ts';

/** The first year in which zones fit: earlier offsets are those of the sun. In microseconds since 1970 UTC. */
export const ZONES_FROM = 0n;

/**
 * Zones in which a day since 1970 begins beside a full hour, by the longest step, in seconds, on which all days begin. In St. John's,
 * clocks went back one minute after midnight, so that a day began twice. `test/engines/zones/days.slow.test.ts` computes the table.
 */
const UNEVEN: Readonly<Record<number, readonly string[]>> = {
  60: ['America/Goose_Bay', 'America/Moncton', 'America/St_Johns', 'Canada/Newfoundland'],
  900: [
    'America/Guyana',
    'Asia/Kathmandu',
    'Asia/Katmandu',
    'Australia/Eucla',
    'NZ-CHAT',
    'Pacific/Chatham',
  ],
  1800: [
    'America/Caracas',
    'America/Montevideo',
    'America/Paramaribo',
    'America/Santo_Domingo',
    'Asia/Calcutta',
    'Asia/Colombo',
    'Asia/Kabul',
    'Asia/Kolkata',
    'Asia/Kuala_Lumpur',
    'Asia/Pyongyang',
    'Asia/Rangoon',
    'Asia/Singapore',
    'Asia/Thimbu',
    'Asia/Thimphu',
    'Asia/Yangon',
    'Australia/Adelaide',
    'Australia/Broken_Hill',
    'Australia/Darwin',
    'Australia/LHI',
    'Australia/Lord_Howe',
    'Australia/North',
    'Australia/South',
    'Australia/Yancowinna',
    'Indian/Cocos',
    'Pacific/Marquesas',
    'Pacific/Nauru',
    'Pacific/Norfolk',
    'Pacific/Pitcairn',
    'Pacific/Rarotonga',
    'Singapore',
  ],
};

const LONGEST: ReadonlyMap<string, bigint> = new Map(
  Object.entries(UNEVEN).flatMap(([seconds, zones]) =>
    zones.map(zone => [zone, BigInt(seconds) * UNIT_MICROS.second] as const),
  ),
);

/** The zones in which some day begins inside a step of `micros`; `null` if that may be any zone. */
export function unfitZones(micros: bigint): readonly string[] | null {
  if (micros > UNIT_MICROS.hour) return null;
  return [...LONGEST].filter(([, longest]) => longest % micros !== 0n).map(([zone]) => zone);
}
