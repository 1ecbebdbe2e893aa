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
import type { UnitState } from '@/lib/model/unit-state';
import words from '@/messages/en/common.json';
import { chooseGroup, collapsedGroups, firstFocus, NOTHING_CHOSEN, withOpened } from './collapse';
import { pictureOf } from './picture';
import { findParts, highlight, nextMatch } from './search';

const id = (digit: string) => hostNodeId(digit.repeat(32));
const picture = (...services: Parameters<typeof exampleEnvironment>) =>
  pictureOf(
    buildTopology({
      deployed: exampleEnvironment(...services),
      next: null,
      types: EXAMPLE_TYPES,
      deployment: null,
      machines: {},
    }),
  );
const SMALL = picture(
  exampleDomain({
    units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } }), exampleUnit('2', { isMaster: false })],
  }),
  exampleWeb(),
);
const find = (typed: string, states: UnitState[] = []) =>
  findParts(SMALL, { typed, states }, (state) => words.unitStates[state]);

describe('search', () => {
  it('finds hosts by name, role, service and state, in the order of the model', () => {
    expect(find('dc1')).toEqual([id('1')]);
    expect(find('internet')).toEqual([id('3')]);
    expect(find('acme')).toEqual([id('1'), id('2')]);
    expect(find('needs attention shop')).toEqual([id('3')]);
  });

  it('finds nothing rather than everything for an unknown word, and filters nothing when empty', () => {
    expect(find('zzz')).toEqual([]);
    expect(find('  ')).toBeNull();
  });

  it('keeps to the chosen states, alone and together with words', () => {
    expect(find('', ['attention'])).toEqual([id('1'), id('2'), id('3')]);
    expect(find('shop', ['attention', 'failed'])).toEqual([id('3')]);
    expect(find('', ['failed'])).toEqual([]);
  });

  it('goes from match to match and around the ends', () => {
    const found = ['a', 'b', 'c'];
    expect(nextMatch(found, null, 1)).toBe('a');
    expect(nextMatch(found, 'a', 1)).toBe('b');
    expect(nextMatch(found, 'c', 1)).toBe('a');
    expect(nextMatch(found, null, -1)).toBe('c');
    expect(nextMatch(found, 'a', -1)).toBe('c');
    expect(nextMatch([], 'a', 1)).toBeNull();
  });

  it('marks what was typed, wherever it stands and without losing a letter', () => {
    expect(highlight('Web-web1', ['web'])).toEqual([
      { text: 'Web', hit: true },
      { text: '-', hit: false },
      { text: 'web', hit: true },
      { text: '1', hit: false },
    ]);
    expect(highlight('dc1', ['x'])).toEqual([{ text: 'dc1', hit: false }]);
  });
});

describe('what is collapsed', () => {
  const farm = (digit: string, count: number) =>
    exampleWeb({
      id: digit.repeat(32),
      units: Array.from({ length: count }, (_, index) => ({ id: `${digit}${index}`, name: `u${index}` })),
    });
  const many = picture(exampleDomain(), exampleWeb(), farm('c', 30), farm('d', 30));

  it('is nothing among few machines', () => {
    expect(collapsedGroups(SMALL, NOTHING_CHOSEN, false).size).toBe(0);
  });

  it('is every service of several machines among many', () => {
    const names = [...collapsedGroups(many, NOTHING_CHOSEN, false)];
    expect(names).toEqual(['a', 'c', 'd'].map((digit) => `service:${digit.repeat(32)}`));
  });

  it('is what a person chose, single services before all', () => {
    const first = `service:${'c'.repeat(32)}`;
    expect(collapsedGroups(many, chooseGroup(NOTHING_CHOSEN, first, false), false).has(first)).toBe(false);
    expect(collapsedGroups(SMALL, { all: 'closed', single: new Map() }, false).size).toBe(2);
    expect(collapsedGroups(many, { all: 'open', single: new Map([[first, true]]) }, false)).toEqual(new Set([first]));
  });

  it('is never the service of a machine that has to be seen', () => {
    const [host] = many.groups.find(({ node }) => node.id === `service:${'c'.repeat(32)}`)?.hosts ?? [];
    const seen = withOpened(NOTHING_CHOSEN, many, host?.id ?? null);
    const names = [...collapsedGroups(many, seen, false)];
    expect(names).toEqual(['a', 'd'].map((digit) => `service:${digit.repeat(32)}`));
    expect(withOpened(seen, many, null)).toBe(seen);
    expect(withOpened(seen, many, `service:${'d'.repeat(32)}`)).toBe(seen);
  });
});

describe('what somebody who arrives sees first', () => {
  const failing = (count: number) => {
    const units = Array.from({ length: count }, (_, index) => ({ id: `u${index}`, name: `u${index}` }));
    const whole = picture(exampleWeb({ units }));
    for (const host of whole.hosts) if (host.unitId === 'u7') host.state = 'failed';
    return whole;
  };

  it('is the machine that failed, where it would have to be looked for', () => {
    expect(firstFocus(failing(30), null)).toBe(hostNodeId('u7'));
    expect(firstFocus(failing(9), null)).toBeNull();
    expect(firstFocus(picture(exampleWeb()), null)).toBeNull();
  });

  it('is what the address points at, if it is there', () => {
    expect(firstFocus(failing(30), hostNodeId('u3'))).toBe(hostNodeId('u3'));
    expect(firstFocus(failing(30), hostNodeId('gone'))).toBe(hostNodeId('u7'));
  });
});
