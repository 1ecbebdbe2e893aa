import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type DurableRuns,
  JournalDivergence,
  OwnershipLost,
  type RecordedSteps,
  type RunJournal,
} from '@/lib/ports/run-journal';
import { eventually } from '@/lib/testing/patience';
import { newTestId } from './bench';

/** Records under test. */
export interface JournalUnderTest {
  /** the journal of another process on the same records */
  journal(): RunJournal;
  dispose(): Promise<void>;
}

const QUIET = { debug: () => undefined, warn: () => undefined };
const never = <T>() => new Promise<T>(() => undefined);

/**
 * What every journal must do: the promises of `RunJournal` as tests.
 *
 * @param name of the journal
 * @param create makes fresh records
 */
export function journalContract(name: string, create: () => Promise<JournalUnderTest>): void {
  describe(`the journal ${name} keeps the promises of every journal`, () => {
    let under: JournalUnderTest;
    let opened: DurableRuns | null = null;
    beforeAll(async () => {
      under = await create();
    });
    afterEach(() => shutdown());
    afterAll(() => under.dispose());

    type Program = (steps: RecordedSteps, runId: string) => Promise<void>;
    /** The journal of a process, opened; whichever was open before is a dead process's. */
    async function process(executorId: string, program: Program): Promise<DurableRuns> {
      await shutdown();
      opened = await under.journal().open({ executorId, log: QUIET, run: (id, steps) => program(steps, id) });
      return opened;
    }
    async function shutdown() {
      await opened?.shutdown();
      opened = null;
    }
    const ownerOf = async (runs: DurableRuns, runId: string) => (await runs.owners([runId])).get(runId);
    const over = (runs: DurableRuns, runId: string) =>
      eventually('the end of the run', async () => (await ownerOf(runs, runId))?.over);

    it('starts a run once, however often it is asked to', async () => {
      let begun = 0;
      const runs = await process('first', async () => {
        begun += 1;
      });
      const id = newTestId();
      expect(await ownerOf(runs, id)).toBeUndefined();
      await Promise.all([runs.start(id), runs.start(id)]);
      await over(runs, id);
      await runs.start(id);
      expect(await ownerOf(runs, id)).toEqual({ waiting: false, over: true, executorId: 'first' });
      expect(begun).toBe(1);
    });

    it('a run whose program fails is over as well', async () => {
      const runs = await process('first', () => Promise.reject(new Error('a fault')));
      const id = newTestId();
      await runs.start(id);
      await over(runs, id);
    });

    /** A run that has recorded two steps and is at the third in a process that then ends. */
    async function interrupted() {
      const id = newTestId();
      let reached: () => void = () => undefined;
      const atThird = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const counts: number[] = [];
      const first = await process('first', async (steps) => {
        await steps.perform('one', async () => ({ value: 1 }));
        await steps.perform('two', async () => ({ value: [2, 'two'] }));
        counts.push(await steps.count());
        await steps.perform('three', () => {
          reached();
          return never();
        });
      });
      await first.start(id);
      await atThird;
      expect(counts).toEqual([2]);
      return id;
    }

    it('leaves a run to a later process, which gets what is recorded and performs what is not', async () => {
      const id = await interrupted();
      const performed: string[] = [];
      const values: unknown[] = [];
      const second = await process('second', async (steps) => {
        values.push(await steps.count());
        for (const step of ['one', 'two', 'three', 'four']) {
          const work = async () => {
            performed.push(step);
            return { made: step };
          };
          values.push(await steps.perform<object>(step, work));
        }
        values.push(await steps.count());
      });
      expect(await ownerOf(second, id)).toEqual({ waiting: false, over: false, executorId: 'first' });
      await second.start(id);
      expect(performed).toEqual([]);
      await second.handOver([id]);
      const { waiting, over: isOver, executorId } = (await ownerOf(second, id)) ?? {};
      expect(waiting || isOver || executorId === 'second').toBe(true);
      await over(second, id);
      expect(await ownerOf(second, id)).toEqual({ waiting: false, over: true, executorId: 'second' });
      expect(performed).toEqual(['three', 'four']);
      expect(values).toEqual([2, { value: 1 }, { value: [2, 'two'] }, { made: 'three' }, { made: 'four' }, 4]);
      // one that is over is nobody's to take
      await second.handOver([id]);
      expect(await ownerOf(second, id)).toMatchObject({ waiting: false, over: true });
    });

    it('numbers steps in the order in which they are asked for, also those that go on side by side', async () => {
      const id = newTestId();
      let reached: () => void = () => undefined;
      const quickRecorded = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const first = await process('first', async (steps) => {
        const slow = steps.perform('slow', never);
        await steps.perform('quick', async () => 'quick');
        reached();
        await slow;
      });
      await first.start(id);
      await quickRecorded;
      const performed: string[] = [];
      const work = (step: string) => async () => {
        performed.push(step);
        return step;
      };
      const second = await process('second', async (steps) => {
        await Promise.all(['slow', 'quick'].map((step) => steps.perform(step, work(step))));
      });
      await second.handOver([id]);
      await over(second, id);
      expect(performed).toEqual(['slow']);
    });

    it('notices a replay that does not do what is recorded', async () => {
      const id = await interrupted();
      const errors: unknown[] = [];
      const second = await process('second', async (steps) => {
        await steps.perform('one', async () => null);
        await steps.perform('another', async () => null).catch((error) => errors.push(error));
      });
      await second.handOver([id]);
      await over(second, id);
      expect(errors).toEqual([expect.any(JournalDivergence)]);
    });

    it('records nothing for whoever has lost a run, and does not take its end for the end of the run', async () => {
      const id = newTestId();
      let release: () => void = () => undefined;
      const held = new Promise<string>((resolve) => {
        release = () => resolve('late');
      });
      let lost: (error: unknown) => void = () => undefined;
      const loss = new Promise<unknown>((resolve) => {
        lost = resolve;
      });
      let begun = 0;
      const values: string[] = [];
      const runs = await process('first', async (steps) => {
        begun += 1;
        if (begun === 1) {
          await steps
            .perform('work', () => held)
            .catch((error) => {
              lost(error);
              throw error;
            });
          return;
        }
        values.push(await steps.perform('work', async () => 'in time'));
        release();
        expect(await loss).toBeInstanceOf(OwnershipLost);
        values.push(await steps.perform('more', async () => 'more'));
      });
      await runs.start(id);
      await eventually('the first begin', () => begun === 1);
      await runs.handOver([id]);
      await over(runs, id);
      expect([begun, ...values]).toEqual([2, 'in time', 'more']);
    });

    it('forgets runs that ended before a date, and no others', async () => {
      const [ended, going] = [newTestId(), newTestId()];
      const runs = await process('first', (_, id) => (id === going ? never() : Promise.resolve()));
      await runs.start(ended);
      await runs.start(going);
      await over(runs, ended);
      await runs.forget(new Date(Date.now() - 60 * 60_000));
      expect(await ownerOf(runs, ended)).toBeDefined();
      expect(await runs.forget(new Date(Date.now() + 60 * 60_000))).toBeGreaterThan(0);
      expect(await ownerOf(runs, ended)).toBeUndefined();
      expect(await ownerOf(runs, going)).toMatchObject({ over: false });
    });
  });
}
