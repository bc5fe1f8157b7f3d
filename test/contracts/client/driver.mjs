/** Calls a service as it is told by the JSON on its input, and prints what came of each call; its argument is the client's index.js. */
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [, , index] = process.argv;
const api = await import(pathToFileURL(index).href);

const valueOf = value => {
  if (Array.isArray(value)) return value.map(valueOf);
  if (value?.$integer !== undefined) return BigInt(value.$integer);
  if (value?.$number !== undefined) return Number(value.$number);
  if (value?.$instant !== undefined) return new Date(value.$instant);
  if (value?.$text !== undefined) return '\ud800';
  return value?.$day ?? value;
};

const optionsOf = ({ timeoutMs, isEndless, ...options } = {}) => ({
  ...options,
  timeout: isEndless ? Infinity : timeoutMs,
});

function kindOf(error) {
  if (error instanceof api.ServiceError) return 'service';
  if (error instanceof api.TimeoutError) return 'timeout';
  if (error instanceof api.ConnectionError) return 'connection';
  return error instanceof api.InvalidResponseError ? 'invalid' : 'unknown';
}

function failureOf(error) {
  if (error instanceof RangeError) return { kind: 'argument', detail: error.message };
  if (!(error instanceof api.QuernError)) throw error;
  const { endpoint, status, code, message, parameters, requestId, retryAfter } = error;
  const kind = kindOf(error);
  if (kind !== 'service') return { kind, endpoint, requestId };
  return { kind, endpoint, status, code, detail: message, parameters, requestId, retryAfter };
}

async function allOf(pages) {
  const rows = [];
  for await (const row of pages) rows.push(row);
  return rows;
}

async function outcomeOf(client, { names, params, pages, call: { cancelAfterMs, ...call } }) {
  const given = Object.entries(params).map(([name, value]) => [name, valueOf(value)]);
  const controller = new AbortController();
  const { signal } = controller;
  const timer =
    cancelAfterMs === undefined ? undefined : setTimeout(() => controller.abort(), cancelAfterMs);
  try {
    const run = api[names.typescript];
    const options = { ...optionsOf(call), signal };
    if (pages) return { rows: await allOf(run.pages(client, Object.fromEntries(given), options)) };
    const { headers, nextCursor, ...answer } = await run(
      client,
      Object.fromEntries(given),
      options,
    ).withResponse();
    return { ...answer, leadsOn: nextCursor !== null };
  } catch (error) {
    return signal.aborted && error === signal.reason ? { kind: 'cancelled' } : failureOf(error);
  } finally {
    clearTimeout(timer);
  }
}

async function last(one) {
  const client = api.createClient({
    baseUrl: one.url,
    apiKey: one.key ?? undefined,
    validate: api.validateRows,
    ...optionsOf(one.client),
  });
  let outcome;
  for (let time = 0; time < one.times; time++) {
    if (time > 0) await pause(one.pauseMs);
    outcome = await outcomeOf(client, one);
  }
  return outcome;
}

const cases = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await Promise.all(cases.map(last))));
