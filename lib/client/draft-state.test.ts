import { describe, expect, it } from 'vitest';
import type { ListedSessionView } from '@/lib/model/views';
import { draftOf, isBehind } from './draft-state';

const session = (facts: Partial<ListedSessionView>): ListedSessionView => ({
  id: 's',
  environment_id: 'e',
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
  user_id: 'u',
  version: 3,
  state: 'open',
  user_name: 'Max Member',
  changes: 2,
  mine: true,
  invalidated_by: null,
  ...facts,
});

describe('the drafts of an environment as one person sees them', () => {
  it('show my open draft, and those of others that hold changes', () => {
    const mine = session({ id: 'mine' });
    const ada = session({ id: 'ada', mine: false });
    const idle = session({ id: 'idle', mine: false, changes: 0 });
    expect(draftOf([ada, idle, mine])).toEqual({
      mine,
      deploying: null,
      deployed: null,
      overtaken: null,
      others: [ada],
    });
  });

  it('tell who overtook my draft, and with which version', () => {
    const lost = session({ id: 'lost', state: 'invalid', invalidated_by: 'won' });
    const won = session({ id: 'won', mine: false, state: 'deployed', user_name: 'Ada Admin' });
    expect(draftOf([won, lost]).overtaken).toEqual({ session: lost, byUserName: 'Ada Admin', version: 4 });
  });

  it('forget a lost draft once I have a new one', () => {
    const lost = session({ id: 'lost', state: 'invalid' });
    expect(draftOf([session({ id: 'new' }), lost]).overtaken).toBeNull();
  });

  it('say nothing of a lost draft that held no change', () => {
    expect(draftOf([session({ state: 'invalid', changes: 0 })]).overtaken).toBeNull();
  });
});

describe('an environment that was read before my draft was deployed', () => {
  const deploying = draftOf([session({ state: 'deploying' })]);

  const updated = '2026-01-01T00:00:00Z';

  it('is behind until it knows of the deployment, which may have begun in another tab', () => {
    expect(isBehind(deploying, { active_deployment_id: null, version: 3, updated })).toBe(true);
    expect(isBehind(deploying, { active_deployment_id: 'run', version: 3, updated })).toBe(false);
  });

  it('is not behind once it has the version that the draft became, or where nothing of mine is deployed', () => {
    expect(isBehind(deploying, { active_deployment_id: null, version: 4, updated })).toBe(false);
    const others = draftOf([
      session({ state: 'deploying', mine: false }),
      session({ state: 'deployed', mine: false, updated: '2026-01-01T00:00:09Z' }),
    ]);
    expect(isBehind(others, { active_deployment_id: null, version: 3, updated })).toBe(false);
  });

  it('is behind when it was read before a deployment that is over, whatever version that came to', () => {
    const over = draftOf([session({ state: 'deployed', updated: '2026-01-01T00:00:05Z' })]);
    expect(isBehind(over, { active_deployment_id: null, version: 3, updated })).toBe(true);
    expect(isBehind(over, { active_deployment_id: 'next', version: 3, updated })).toBe(false);
    expect(isBehind(over, { active_deployment_id: null, version: 3, updated: '2026-01-01T00:00:05Z' })).toBe(false);
  });
});
