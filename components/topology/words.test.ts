import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/example';
import { hostNodeId } from '@/lib/model/topology/graph';
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
