import { describe, expect, it } from 'vitest';
import { NAMES, PAYLOADS, PLANTED } from './payloads.ts';
import { namesakes, twins } from './twins.ts';

describe('the texts that every language is tested with', () => {
  it('are many, and each plants a word', () => {
    const payloads = Object.values(PAYLOADS);
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(30);
    expect(payloads.filter(payload => !payload.includes(PLANTED))).toEqual([]);
    expect(payloads.filter(text => !text.isWellFormed() || text.includes('\0'))).toEqual([]);
  });

  it('stand in 25 places or more, most of them where the language takes them', () => {
    const counts = Object.values(PAYLOADS).map(payload => {
      const { hostile, places, refused } = twins(payload);
      const text = JSON.stringify(hostile.project, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      const isThere = (place: { readonly text: string }) =>
        text.includes(JSON.stringify(place.text));
      expect(places.filter(({ name }) => !name.endsWith('literal')).every(isThere)).toBe(true);
      return { places: places.length, taken: places.length - refused.length };
    });
    expect(Math.min(...counts.map(({ places }) => places))).toBeGreaterThanOrEqual(25);
    expect(counts.filter(({ taken }) => taken >= 25).length).toBeGreaterThanOrEqual(30);
  });

  it('are names of everything', () => {
    for (const name of NAMES) {
      const [endpoint] = namesakes(name).endpoints;
      expect(endpoint?.endpoint.params.map(param => param.name)).toEqual([name]);
    }
  });
});
