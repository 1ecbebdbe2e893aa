import { describe, expect, it } from 'vitest';
import { halfWay } from './half-way';
import type { RunView } from './run-view';

/** The newest run of an environment, as far as this asks about it. */
const run = (kind: RunView['kind'], outcome: RunView['outcome'], result: RunView['result'] = null) =>
  ({ id: 'r', kind, outcome, result }) as RunView;
const services = [
  {
    units: [
      { name: 'a', state: { hostname: 'web1' } },
      { name: 'b', state: { hostname: 'web2' } },
    ],
  },
];

describe('a modification that was left half-way', () => {
  it('is growing that failed and was not taken back: with the machines that there are by it', () => {
    const result = { added: ['web2', 'web3'], removed: [] };
    expect(halfWay(run('scale', 'failed', result), services)).toMatchObject({ what: 'grow', added: ['web2'] });
    expect(halfWay(run('scale', 'failed', { ...result, rolled_back: true }), services)).toBeNull();
    const left = halfWay(run('scale', 'failed', { ...result, rolled_back: false }), services);
    expect(left).toMatchObject({ what: 'grow' });
  });

  it('is shrinking or removing that was cancelled: with the machines that are gone', () => {
    const result = { added: [], removed: ['web2', 'web3'] };
    expect(halfWay(run('scale', 'cancelled', result), services)).toMatchObject({ what: 'shrink', removed: ['web3'] });
    expect(halfWay(run('uninstall', 'cancelled', result), services)).toMatchObject({ what: 'uninstall' });
  });

  it('is an update that failed, and nothing that came to its end or modifies nothing', () => {
    expect(halfWay(run('update', 'failed'), services)).toMatchObject({ what: 'update', added: [], removed: [] });
    expect(halfWay(run('scale', 'success', { added: ['web2'], removed: [] }), services)).toBeNull();
    expect(halfWay(run('restart', 'failed'), services)).toBeNull();
    expect(halfWay(run('scale', 'running'), services)).toBeNull();
  });
});
