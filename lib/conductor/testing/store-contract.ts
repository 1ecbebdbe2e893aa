import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { EventSink, ReplyStore, RunStore, RunWatch } from '@/lib/ports/conductor';
import type { StackLedger } from '@/lib/ports/stack-ledger';
import type { QueuedRun } from './memory-run-store';

/** Stores under test, on one database. */
export interface StoresUnderTest {
  store: RunStore;
  runWatch: RunWatch;
  replies: ReplyStore;
  stackLedger: StackLedger;
  events: EventSink;
  /** stores a run as the use cases do, which holds its environment */
  queue(run: QueuedRun): Promise<string>;
  /** what the log of an environment says, in order */
  log(environmentId: string): Promise<{ seq: number; kind: string; text: string }[]>;
  environment(id: string): Promise<{ version: number; active: string | null; model: unknown }>;
}

/**
 * What the conductor relies on in its stores, as tests: those in memory, on which its logic is tested, must be like those
 * of the product.
 *
 * @param name of the stores
 * @param under gives them once tests run
 */
export function storeContract(name: string, under: () => StoresUnderTest): void {
  const model = (): EnvironmentModel => ({ id: newId(), name: 'test', services: [] });
  const grown = (from: EnvironmentModel): EnvironmentModel => ({ ...from, state: { reached: 1 } });

  describe(`runs in stores ${name}`, () => {
    it('begin once, keep what was reached, and end once, with their environment', async () => {
      const { store, queue, log, environment } = under();
      const asked = model();
      const id = await queue({ model: asked });
      expect(await store.unfinished()).toContain(id);
      expect(await store.runningIn(asked.id)).toBe(id);
      expect(await store.queueStatus(id)).toEqual({
        hasTurn: true,
        tenantId: (await store.load(id))?.tenantId,
        kind: 'deploy',
        cancel: null,
      });
      expect(await store.begin(id)).toMatchObject({
        id,
        kind: 'deploy',
        stackName: `e${asked.id}`,
        model: { services: [] },
      });
      await store.saveCheckpoint(id, grown(asked));
      expect(await store.begin(id)).toMatchObject({ model: { state: { reached: 1 } } });
      expect(await store.load(id)).toMatchObject({ model: { state: { reached: 1 } } });

      const end = { outcome: 'success', model: grown(asked), changesModel: true, result: { made: 2 } } as const;
      await store.finish(id, end);
      await store.finish(id, { ...end, outcome: 'failed' });
      expect(await store.begin(id)).toBeNull();
      await store.saveCheckpoint(id, asked);
      expect(await store.unfinished()).not.toContain(id);
      expect(await environment(asked.id)).toMatchObject({ version: 1, active: null, model: { state: { reached: 1 } } });
      const kinds = (await log(asked.id)).map(({ kind }) => kind);
      expect(kinds).toEqual(['run.started', 'report', 'run.finished']);
    });

    it('of one environment wait for each other; unknown ones have their turn', async () => {
      const { store, queue } = under();
      const asked = model();
      const first = await queue({ model: asked });
      const second = await queue({ model: asked, kind: 'restart' });
      expect((await store.queueStatus(first)).hasTurn).toBe(false);
      expect((await store.queueStatus(second)).hasTurn).toBe(true);
      const end = { outcome: 'cancelled', model: asked, changesModel: false } as const;
      await store.finish(second, end);
      expect((await store.queueStatus(first)).hasTurn).toBe(true);
      expect(await store.queueStatus(newId())).toEqual({ hasTurn: true, tenantId: '', kind: null, cancel: null });
      expect([await store.begin(newId()), await store.load(newId())]).toEqual([null, null]);
    });

    it('are counted dead that computed when their process died, until a step is recorded', async () => {
      const { runWatch, queue } = under();
      const id = await queue({ model: model() });
      expect(await runWatch.begins(id, 0)).toBe(0);
      expect(await runWatch.begins(id, 0)).toBe(1);
      await runWatch.computes(id, 0);
      expect(await runWatch.begins(id, 0)).toBe(2);
      expect(await runWatch.begins(id, 3)).toBe(1);
      await runWatch.rests(id, 3);
      expect(await runWatch.begins(id, 3)).toBe(0);
      await runWatch.rests(id, null);
      expect(await runWatch.begins(id, 4)).toBe(0);
    });
  });

  describe(`the event log in stores ${name}`, () => {
    it('numbers events and leaves out keys that it has', async () => {
      const { events, queue, log } = under();
      const asked = model();
      const id = await queue({ model: asked });
      const event = (key: string): NewEvent => ({
        kind: 'report',
        entity: 'environment',
        entityId: asked.id,
        text: key,
        key,
      });
      await events.append(asked.id, id, [event('a'), event('b')]);
      await events.append(asked.id, id, [event('b'), event('c'), event('c')]);
      await events.append(newId(), null, [event('d')]);
      expect((await log(asked.id)).map(({ seq, text }) => [seq, text])).toEqual([
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]);
    });
  });

  describe(`answers of agents in stores ${name}`, () => {
    it('are kept when somebody expects them, the first one only, until their run is over', async () => {
      const { replies, queue } = under();
      const id = await queue({ model: model() });
      const [plan, done] = [`${id}-1`, { IsException: false, Result: [] }];
      expect(await replies.record(plan, done)).toBe(false);
      const expected = await replies.expect(plan, id);
      expect(expected.answered).toBe(false);
      expect(expected.generation).toBeGreaterThan(0);
      expect(await replies.find(plan)).toBeNull();
      expect(await replies.record(plan, done)).toBe(true);
      expect(await replies.record(plan, { IsException: true, Result: 'late' })).toBe(false);
      expect(await replies.find(plan)).toEqual(done);
      expect(await replies.expect(plan, id)).toEqual({ ...expected, answered: true });
      await replies.forget(id);
      expect([await replies.find(plan), await replies.record(plan, done)]).toEqual([null, false]);
    });
  });

  describe(`the ledger of stacks in stores ${name}`, () => {
    it('keeps an operation as it was noted first, those before it, and the content of what succeeded', async () => {
      const { stackLedger: ledger } = under();
      const environmentId = newId();
      const place = { scope: { tenantId: newId() }, name: `e${environmentId}` };
      const owner = { environmentId, units: { inbox: 'unit' } };
      const content = { template: { resources: { one: 1 } }, parameters: { size: 2 } };
      const [first, second, third] = [newId(), newId(), newId()];
      const asked = { id: first, ...place, content, owner };
      expect(await ledger.open(asked)).toEqual({
        own: { operation: { id: first, ...place, content }, cursor: null, result: null },
        earlier: [],
      });
      await ledger.observed(first, '7');
      const again = await ledger.open({ ...asked, content: null });
      expect(again.own).toEqual({ operation: { id: first, ...place, content }, cursor: '7', result: null });
      const later = await ledger.open({ ...asked, id: second, content: null, action: 'suspend' });
      expect(later.earlier.map(({ operation }) => operation.id)).toEqual([first]);

      const result = { ok: true, outputs: { address: 'a' } } as const;
      await ledger.close(again.own.operation, result);
      await ledger.close(again.own.operation, { ...result, outputs: { address: 'b' } });
      expect((await ledger.open(asked)).own.result).toEqual(result);
      expect(await ledger.read(place.scope, place.name)).toEqual({ ...content, outputs: { address: 'a' } });
      await ledger.close(later.own.operation, { ok: true, outputs: { more: 'c' } });
      expect(await ledger.read(place.scope, place.name)).toEqual({ ...content, outputs: { address: 'a', more: 'c' } });
      expect(await ledger.units(environmentId)).toEqual(owner.units);
      expect(await ledger.names(environmentId)).toEqual([place.name]);
      expect(await ledger.owners(place.scope.tenantId, [place.name, 'other'])).toEqual(new Map([[place.name, owner]]));

      const deletion = await ledger.open({ ...asked, id: third, content: null });
      await ledger.close(deletion.own.operation, { ok: true, outputs: {} });
      expect(await ledger.read(place.scope, place.name)).toBeNull();
      expect(await ledger.names(environmentId)).toEqual([]);
    });
  });
}
