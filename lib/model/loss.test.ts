import { describe, expect, it } from 'vitest';
import type { ModelChange } from './diff';
import { expectedLoss, mustAsk, predictedLosses } from './loss';
import type { PreviewMachine, PreviewResource } from './preview';

const machine = (host: string, change: PreviewMachine['change']): PreviewMachine => ({
  host,
  serviceId: null,
  serviceName: null,
  serviceType: null,
  unitId: null,
  change,
  restarts: false,
  size: null,
  sizeBefore: null,
  image: null,
  plans: 0,
});
const resource = (name: string, type: string, change: PreviewResource['change']): PreviewResource => ({
  name,
  type,
  change,
  properties: [],
});
const preview = (...machines: PreviewMachine[]) => ({
  machines,
  resources: [] as PreviewResource[],
  complete: true,
  problems: [] as { code: string; sentence: string }[],
  revision: 3,
});
const removal: ModelChange = {
  kind: 'serviceRemoved',
  impact: 'remove',
  serviceId: 's',
  serviceName: 'shop',
  serviceType: 't',
  hosts: ['web1', 'WEB2'],
  sentence: '',
};

describe('what a deployment destroys', () => {
  it('is every machine and volume that goes or is set up again, and nothing else', () => {
    const machines = [machine('a', 'create'), machine('b', 'change'), machine('c', 'replace'), machine('d', 'remove')];
    const resources = [
      resource('data', 'OS::Cinder::Volume', 'remove'),
      resource('logs', 'OS::Cinder::Volume', 'unchanged'),
      resource('port', 'OS::Neutron::Port', 'remove'),
    ];
    expect(predictedLosses({ machines, resources })).toEqual([
      { what: 'machine', how: 'replace', name: 'c' },
      { what: 'machine', how: 'remove', name: 'd' },
      { what: 'volume', how: 'remove', name: 'data' },
    ]);
  });

  it('is what the preview says, whatever the documents seem to say', () => {
    const renamed: ModelChange = { ...removal, kind: 'propertyChanged', impact: 'replace' };
    expect(expectedLoss(preview(machine('web1', 'keep')), { changes: [renamed], revision: 3 })).toEqual({
      losses: [],
      certain: true,
    });
  });

  it.each([
    ['there is no preview', null],
    ['the preview does not reach its end', { ...preview(machine('web2', 'replace')), complete: false }],
    [
      'it would fail on the way',
      { ...preview(machine('web2', 'replace')), problems: [{ code: 'x', sentence: 'No.' }] },
    ],
    ['the preview is of the draft as it was before', { ...preview(machine('web2', 'replace')), revision: 2 }],
  ])('counts what the changes ask for while %s, each machine once', (_why, known) => {
    const { losses, certain } = expectedLoss(known, { changes: [removal], revision: 3 });
    expect(losses.map(({ name }) => name.toLowerCase()).sort()).toEqual(['web1', 'web2']);
    expect(certain).toBe(false);
  });

  it('is asked about when something is lost, and when nobody knows and something is there', () => {
    const loss = { what: 'machine', how: 'remove', name: 'web1' } as const;
    expect(mustAsk({ losses: [loss], certain: true }, 1)).toBe(true);
    expect(mustAsk({ losses: [], certain: true }, 1)).toBe(false);
    expect(mustAsk({ losses: [], certain: false }, 1)).toBe(true);
    expect(mustAsk({ losses: [], certain: false }, 0)).toBe(false);
  });
});
