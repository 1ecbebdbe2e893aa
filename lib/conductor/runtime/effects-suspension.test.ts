import { describe, expect, it } from 'vitest';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import type { EffectsContext } from './effects-context';
import { createSuspensionEffect } from './effects-suspension';

const machine = { serviceId: 's', unitId: 'u', host: 'web1' };
const queue = agentQueue('e', 's', 'u');

/** The effect on a cloud that only notes what it is asked for. */
function bench({ hears = true, software = ['stack'], fails = false } = {}) {
  const asked: string[] = [];
  const noted = (word: string) => async (_scope: unknown, inbox: string) => {
    asked.push(`${word} ${inbox}`);
  };
  const context = {
    record: { tenantId: 't', environmentId: 'e', kind: 'suspend' },
    scope: { tenantId: 't' },
    cloud: {
      power: { suspend: noted('off'), resume: noted('on') },
      stacks: hears ? { softwareOn: async () => software } : {},
    },
    stacks: {
      carryOut: async (operation: { action: string; name: string; machine?: string }) => {
        asked.push(`${operation.action} software of ${operation.name} on ${operation.machine}`);
        const refused = {
          ok: false,
          status: 'SUSPEND_FAILED',
          resource: 'd',
          resourceType: null,
          reason: 'Quota exceeded.',
        };
        return fails ? refused : { ok: true, outputs: {} };
      },
    },
    clock: { now: () => new Date(0) },
    outbox: { emit: () => undefined },
    steps: { run: (_name: string, work: (step: { id: string }) => unknown) => work({ id: 'step' }) },
    retries: { attempts: 1, firstDelayMs: 0, maxDelayMs: 0 },
    endSignal: new AbortController().signal,
  } as unknown as EffectsContext;
  const effect = createSuspensionEffect(
    context,
    () => ({ id: 'e', name: 'e', services: [] }),
    () => ({}),
  );
  return { asked, effect };
}

describe('suspending one machine', () => {
  it('tells the software on it before it goes off, and after it is on again', async () => {
    const { asked, effect } = bench();
    expect(await effect({ action: 'suspend', machine })).toMatchObject({ ok: true });
    expect(await effect({ action: 'resume', machine })).toMatchObject({ ok: true });
    expect(asked).toEqual([
      `suspend software of stack on ${queue}`,
      `off ${queue}`,
      `on ${queue}`,
      `resume software of stack on ${queue}`,
    ]);
  });

  it('leaves it on where its software could not be suspended', async () => {
    const { asked, effect } = bench({ fails: true });
    const outcome = await effect({ action: 'suspend', machine });
    // what is begun again is the suspension: nothing has to be deployed
    expect(outcome).toMatchObject({
      ok: false,
      problem: { sentence: expect.stringMatching(/; then suspend again\.$/) },
    });
    expect(asked).toEqual([`suspend software of stack on ${queue}`]);
  });

  it('works its switch alone where the cloud tells whole stacks only', async () => {
    const { asked, effect } = bench({ hears: false });
    expect(await effect({ action: 'suspend', machine })).toMatchObject({ ok: true });
    expect(asked).toEqual([`off ${queue}`]);
  });
});
