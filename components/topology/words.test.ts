import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId } from '@/lib/model/topology/graph';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/testing/example';
import messages from '@/messages/en';
import { pictureOf } from './picture';
import { topologyWords } from './words';

const DOMAIN = exampleDomain({
  state: { primaryDc: 'dc1' },
  units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } })],
});
const WEB = exampleWeb({
  units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true, siteInstalled: true } })],
});
const draw = (...services: Parameters<typeof exampleEnvironment>) =>
  pictureOf(
    buildTopology({
      deployed: exampleEnvironment(...services),
      next: null,
      types: EXAMPLE_TYPES,
      deployment: null,
      machines: {},
    }),
  );
const words = topologyWords(
  createTranslator({ locale: 'en', messages, namespace: 'topology' }),
  createTranslator({ locale: 'en', messages, namespace: 'common' }),
);

describe('the picture in words', () => {
  it('tells how all machines are doing', () => {
    expect(words.machines(draw(DOMAIN).hosts)).toBe('1 machine, ready');
    expect(words.machines(draw(DOMAIN, WEB).hosts)).toBe('2 machines: 1 ready, 1 in need of attention');
    expect(words.machines([])).toBe('No machines');
  });

  it('tells all that the box of a machine shows', () => {
    const picture = draw(DOMAIN);
    const [host] = picture.hosts;
    expect(host && words.host(host, picture.parts.get(host.id) ?? [])).toBe(
      'dc1, Active Directory, Ready. Primary domain controller: Ready. In acme.local.',
    );
  });

  it('tells how machines relate, from both ends', () => {
    const picture = draw(DOMAIN, WEB);
    expect(words.relations(picture, hostNodeId('3'.repeat(32)))).toEqual(['Joins acme.local, provided by dc1']);
    expect(words.relations(picture, hostNodeId('1'.repeat(32)))).toEqual(['Provides acme.local for web1']);
  });

  it('counts those who join instead of naming them all', () => {
    const units = ['3', '4', '5', '6', '7'].map((digit) => exampleUnit(digit));
    const picture = draw(DOMAIN, exampleWeb({ units }));
    expect(words.relations(picture, hostNodeId('1'.repeat(32)))).toEqual(['Provides acme.local for 5 machines']);
  });
});

describe('what the details of a machine say of it', () => {
  const machine = (phase: 'ready' | 'stopped' | null, state: { hostname: string } | undefined = undefined) => {
    const web = state === undefined ? WEB : exampleWeb({ units: [exampleUnit('3', { state })] });
    const at = '2026-01-01T00:00:00.000Z';
    const machines = phase && { web1: { seq: 1, host: 'web1', unitId: '3'.repeat(32), phase, at } };
    const topology = buildTopology({
      ...{ deployed: exampleEnvironment(DOMAIN, web), next: null, types: EXAMPLE_TYPES, deployment: null },
      machines: machines ?? {},
    });
    const node = pictureOf(topology).byId.get(hostNodeId('3'.repeat(32)));
    if (!node) throw new Error('web1 is not drawn');
    return words.situation(node);
  };

  it('is that it is switched off, and what to do, where it is: not that something about it is not as asked', () => {
    expect(machine('stopped')).toMatch(/^It is switched off\. What is on it is kept: switch it on, or press Repair/);
    expect(machine('ready')).not.toContain('switched off');
  });

  it('is that something is not as asked where it runs and lacks what it should have', () => {
    expect(machine('ready', { hostname: 'web1' })).toBe('It exists, but something about it is not as asked.');
  });
});
