import { describe, expect, it } from 'vitest';
import { actOnStack, refusesAction, type StackAction } from './stack-action';
import { type HostScript, MemoryHost, type MemoryResource, resource } from './testing';

const stack = (more: Partial<MemoryResource> = {}) => [
  resource('web', { requires: ['port'], ...more }),
  resource('net', more),
  resource('port', { requires: ['net'], ...more }),
];
const SUSPENDED = { action: 'SUSPEND' };

async function act(action: StackAction, rows: readonly MemoryResource[], script: HostScript = {}) {
  const host = new MemoryHost(script);
  const failures = await actOnStack(host, action, rows, new AbortController().signal);
  return { failures, begun: host.events.filter((event) => !/ (done|failed)$/.test(event)) };
}

describe('an action on a stack', () => {
  it('suspends what needs others before those', async () => {
    expect(await act('SUSPEND', stack())).toEqual({
      failures: [],
      begun: ['suspend web', 'suspend port', 'suspend net'],
    });
  });

  it('resumes and checks what is needed first', async () => {
    expect((await act('RESUME', stack(SUSPENDED))).begun).toEqual(['resume net', 'resume port', 'resume web']);
    expect((await act('CHECK', stack())).begun).toEqual(['check net', 'check port', 'check web']);
  });

  it('begins nothing any more after a failure', async () => {
    expect(await act('SUSPEND', stack(), { failing: ['port'] })).toEqual({
      failures: [{ resource: 'port', type: 'OS::Heat::Value', reason: 'port is broken' }],
      begun: ['suspend web', 'suspend port'],
    });
  });

  it('fails at a resource that it is not allowed on as it stands, in the words of Heat', async () => {
    const reason = 'Error: resources.net: State CREATE_COMPLETE invalid for resume';
    expect(await act('RESUME', stack())).toEqual({
      failures: [{ resource: 'net', type: 'OS::Heat::Value', reason }],
      begun: [],
    });
  });
});

describe('whether a resource may be suspended or resumed as it stands', () => {
  const TABLE: [action: string, status: string, allowed: StackAction[]][] = [
    ['CREATE', 'COMPLETE', ['SUSPEND', 'CHECK']],
    ['CREATE', 'FAILED', ['CHECK']],
    ['UPDATE', 'COMPLETE', ['SUSPEND', 'CHECK']],
    ['SUSPEND', 'COMPLETE', ['SUSPEND', 'RESUME', 'CHECK']],
    ['SUSPEND', 'FAILED', ['SUSPEND', 'CHECK']],
    ['RESUME', 'COMPLETE', ['SUSPEND', 'RESUME', 'CHECK']],
    ['RESUME', 'FAILED', ['RESUME', 'CHECK']],
    ['RESUME', 'IN_PROGRESS', ['CHECK']],
    ['DELETE', 'COMPLETE', ['CHECK']],
  ];
  it.each(TABLE)('%s %s: %s', (action, status, allowed) => {
    const row = resource('web', { action, status });
    const actions: StackAction[] = ['SUSPEND', 'RESUME', 'CHECK'];
    expect(actions.filter((one) => refusesAction(one, row) === null)).toEqual(allowed);
  });
});
