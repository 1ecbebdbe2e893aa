import { describe, expect, it } from 'vitest';
import { halfWay, lossesOfGoingOn } from './half-way';

const services = [
  {
    units: [
      { name: 'a', state: { hostname: 'web1' } },
      { name: 'b', state: { hostname: 'web2' } },
    ],
  },
];

describe('what was left half-way', () => {
  it('are machines that were added and are there, and machines that were to go and are gone', () => {
    const grown = { added: ['web2', 'web3'], removed: [] };
    expect(halfWay({ result: { ...grown, rolled_back: false } }, services)).toEqual({ added: ['web2'], removed: [] });
    const shrunk = { added: [], removed: ['web2', 'web3'] };
    expect(halfWay({ result: shrunk }, services)).toEqual({ added: [], removed: ['web3'] });
  });

  it('is nothing that anybody knows of where a run was killed before it could say', () => {
    expect(halfWay({ result: null }, services)).toEqual({ added: [], removed: [] });
  });
});

it('going on with what removes loses the machines that are still there', () => {
  const going = {
    id: 's',
    type: 'web',
    name: 'shop',
    units: ['web2', 'web3'].map((hostname) => ({ id: hostname, name: '', state: { hostname } })),
  };
  expect(lossesOfGoingOn({ removed: [going] }, services)).toEqual([{ what: 'machine', how: 'remove', name: 'web2' }]);
  expect(lossesOfGoingOn({ removed: [] }, services)).toEqual([]);
});
