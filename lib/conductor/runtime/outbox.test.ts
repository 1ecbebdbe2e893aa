import { describe, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/model/event';
import { createOutbox } from './outbox';

const RETRIES = { attempts: 3, firstDelayMs: 1, maxDelayMs: 1 };
const event = (key: string): NewEvent & { key: string } => ({
  ...{ kind: 'report', entity: 'environment', entityId: 'e', text: key, key },
});

/** A log whose appends end when they are let go. */
function heldLog() {
  const appended: string[] = [];
  const held: (() => void)[] = [];
  const append = async (_environmentId: string, _runId: string | null, events: readonly NewEvent[]) => {
    await new Promise<void>((resolve) => held.push(resolve));
    appended.push(...events.map(({ text }) => text));
  };
  const oneIsOnItsWay = () => expect.poll(() => held.length).toBeGreaterThan(0);
  const letGo = () => {
    for (const resolve of held.splice(0)) resolve();
  };
  return { appended, append, oneIsOnItsWay, letGo };
}

describe('the events of a run on their way to the log', () => {
  it('are told in their order, and flush waits for them', async () => {
    const log = heldLog();
    const outbox = createOutbox(log, 'e', 'r', RETRIES);
    outbox.emit(event('one'), event('two'));
    const flushed = outbox.flush();
    await log.oneIsOnItsWay();
    log.letGo();
    await flushed;
    expect(log.appended).toEqual(['one', 'two']);
  });

  it('are told no more once the run is abandoned, though they waited already', async () => {
    const log = heldLog();
    const left = new AbortController();
    const outbox = createOutbox(log, 'e', 'r', RETRIES, left.signal);
    outbox.emit(event('under way'));
    void outbox.flush();
    await log.oneIsOnItsWay();
    outbox.emit(event('waiting'));
    left.abort();
    outbox.emit(event('later'));
    log.letGo();
    await outbox.flush();
    await outbox.settled();
    expect(log.appended).toEqual(['under way']);
  });

  it('have settled once the run is abandoned, though its first event is still being made', async () => {
    const log = heldLog();
    const left = new AbortController();
    const outbox = createOutbox(log, 'e', 'r', RETRIES, left.signal);
    outbox.emitFirst(new Promise(() => undefined));
    outbox.emit(event('waiting'));
    const settled = outbox.settled();
    left.abort();
    await settled;
    expect(log.appended).toEqual([]);
  });

  it('have settled once none is on its way, also where the log takes none', async () => {
    const outbox = createOutbox({ append: () => Promise.reject(new Error('no database')) }, 'e', 'r', RETRIES);
    outbox.emit(event('one'));
    await expect(outbox.flush()).rejects.toThrow('no database');
    await outbox.settled();
  });
});
