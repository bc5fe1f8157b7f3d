/**
 * Scripts of the store: each is one step that no other replica interrupts. Ages and rates are counted by the store's own clock, so
 * the clocks of replicas may differ. `%.0f`: Lua writes large numbers as powers of ten otherwise.
 */

const NOW_MS = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;

/** Answer, claim; fresh, run, lease. Returns the answer and its age, or whose claim it is. */
export const CLAIM = `${NOW_MS}
local kept = redis.call('HMGET', KEYS[1], 'answer', 'made')
if kept[1] and now - tonumber(kept[2]) < tonumber(ARGV[1]) then
  return { kept[1], string.format('%.0f', now - tonumber(kept[2])) }
end
local run = redis.call('GET', KEYS[2])
if run and run ~= ARGV[2] then return { run } end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return {}
`;

/** Claim; run, lease. */
export const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;

/** Claim; run. */
export const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Answer, claim; the answer, its age, the rest of its life, run. A younger answer stays. The claim also ends if there is no room. */
export const KEEP = `${NOW_MS}
local made = now - tonumber(ARGV[2])
local before = redis.call('HGET', KEYS[1], 'made')
local kept
if not before or tonumber(before) <= made then
  kept = redis.pcall('HSET', KEYS[1], 'answer', ARGV[1], 'made', string.format('%.0f', made))
end
if type(kept) == 'number' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
${RELEASE.replace('KEYS[1]', 'KEYS[2]').replace('KEYS[1]', 'KEYS[2]').replace('ARGV[1]', 'ARGV[4]')}
return kept
`;

/** Counts of a key, of all keys, by process; process, its two counts, their life. Returns the sums of the other processes. */
export const EXCHANGE = `local function others(counts, own)
  if own > tonumber(redis.call('HGET', counts, ARGV[1]) or 0) then
    redis.call('HSET', counts, ARGV[1], string.format('%.0f', own))
    redis.call('PEXPIRE', counts, ARGV[4])
  end
  local sum = 0
  local all = redis.call('HGETALL', counts)
  for at = 1, #all, 2 do
    if all[at] ~= ARGV[1] then sum = sum + tonumber(all[at + 1]) end
  end
  return string.format('%.0f', sum)
end
return { others(KEYS[1], tonumber(ARGV[2])), others(KEYS[2], tonumber(ARGV[3])) }
`;

/**
 * Bucket; microseconds for a token and for a full bucket. Returns whether one was taken, and what is left. A bucket of a slower rate
 * before counts as an empty one of this rate.
 */
export const TAKE = `local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local each, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local function keep(missing)
  local life = string.format('%.0f', math.ceil(missing / 1000))
  redis.call('SET', KEYS[1], string.format('%.0f', now + missing), 'PX', life)
end
local missing = math.max(0, tonumber(redis.call('GET', KEYS[1]) or now) - now)
if missing > capacity then
  missing = capacity
  keep(missing)
end
if missing + each > capacity then return { '0', string.format('%.0f', capacity - missing) } end
missing = missing + each
keep(missing)
return { '1', string.format('%.0f', capacity - missing) }
`;
