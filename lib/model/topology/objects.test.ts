import { expect, test } from 'vitest';
import { ServiceTypeSchema } from '../service-type';
import { buildTopology } from './build';

test('an object of MuranoPL is drawn like a service: its machines with name and address, ready when they are there', () => {
  const type = ServiceTypeSchema.parse({
    type: 'com.example.WebPair',
    package: 'com.example.WebPair',
    version: '1.0.0',
    title: 'Pair of web servers',
    summary: '',
    properties: [],
    unitProperties: [],
    units: { min: 0, max: 1000, default: 0, noun: 'machine' },
    roles: [],
    form: [],
  });
  const id = (digit: string) => digit.repeat(32);
  const deployed = {
    id: id('e'),
    name: 'shop',
    services: [
      {
        '?': { id: id('a'), type: 'com.example.WebPair' },
        id: id('a'),
        type: 'com.example.WebPair',
        name: 'pages',
        units: [{ id: id('1'), name: 'web1', state: { hostname: 'web1', address: '10.64.0.3' } }],
      },
    ],
  };
  const { nodes } = buildTopology({ deployed, types: [type], machines: {}, deployment: null, next: null });
  expect(nodes.map(({ kind, title, state }) => ({ kind, title, state }))).toEqual([
    { kind: 'environment', title: 'shop', state: 'ready' },
    { kind: 'service', title: 'pages', state: 'ready' },
    { kind: 'host', title: 'web1', state: 'ready' },
  ]);
  expect(nodes[1]?.subtitle).toBe('Pair of web servers');
  expect(nodes[2]?.host?.address).toBe('10.64.0.3');
});
