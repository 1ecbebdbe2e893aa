import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { evaluateMatch, evaluateQuery } from './evaluate-query';
import { parseQuery } from './parse-query';

const model: Json = {
  id: 'e1',
  services: [
    {
      id: 's1',
      type: 'web',
      units: [
        { id: 'u1', w: 1 },
        { id: 'u2', w: 2 },
        { id: 'u3', w: 3 },
      ],
    },
    { id: 's2', type: 'db', 'os image': { name: 'ws' }, units: [{ id: 'u4', w: 4 }] },
  ],
};

const select = (path: string, from: Json = model) =>
  evaluateQuery(parseQuery(path, 'select'), from, [], () => undefined).map(({ value }) => value);
const match = (path: string, from: Json = model) =>
  evaluateMatch(parseQuery(path, 'match'), from, [], () => undefined).map(({ path: found }) => found.join('.'));

describe('select-all looks inside the current object', () => {
  it.each<[string, Json]>([
    ['$', [model]],
    ['', []],
    ['$.id', ['e1']],
    ['id', ['e1']],
    ['$.services[*].id', ['s1', 's2']],
    ['$.services.*.id', ['s1', 's2']],
    ['$.services[0].id', ['s1']],
    ['$.services[9].id', []],
    ["$['services'][1]['os image'].name", ['ws']],
    ['$.services[0].units[1:].id', ['u2', 'u3']],
    ['$.services[0].units[-1:].id', ['u3']],
    ['$.services[0].units[:2].id', ['u1', 'u2']],
    ['$.services[0].units[::2].id', ['u1', 'u3']],
    ['$.services[0].units[0,2].id', ['u1', 'u3']],
    ["$.services[0]['id','type']", ['s1', 'web']],
    ['$.services[0].units[(@.length-1)].id', ['u3']],
    ['$..units[*].id', ['u1', 'u2', 'u3', 'u4']],
    ['$..id', ['e1', 's1', 'u1', 'u2', 'u3', 's2', 'u4']],
    ['$..units[?(@.w > 2)].id', ['u3', 'u4']],
    ["$.services[?(@.type == 'db')].units[*].w", [4]],
    ['$.nothing[*].here', []],
    ['$.id.x', []],
  ])('%s', (path, expected) => {
    expect(select(path)).toEqual(expected);
  });

  it('filters the values of an object as it filters the items of a list', () => {
    expect(select('$[?(@ > 1)]', { a: 1, b: 2, c: 3 })).toEqual([2, 3]);
  });
});

describe('a match is about the current object', () => {
  it.each<[string, string[]]>([
    ['$', ['']],
    ['$[*]', ['']],
    ["$[?(@.id == 'e1')]", ['']],
    ["$[?(@.id == 'other')]", []],
    ['$.services[*]', ['services.0', 'services.1']],
    ['$.services[1].units[0]', ['services.1.units.0']],
    ['$..units[?(@.w in (1, 4))]', ['services.0.units.0', 'services.1.units.0']],
    ["$['services'][*]", []],
  ])('%s', (path, expected) => {
    expect(match(path)).toEqual(expected);
  });
});

describe('Limits of a query', () => {
  it('tells how many values it looks at', () => {
    let looked = 0;
    evaluateQuery(parseQuery('$..*', 'select'), model, [], (values) => {
      looked += values;
    });
    expect(looked).toBeGreaterThan(30);
  });

  it('does not follow what objects inherit', () => {
    expect(select('$.constructor')).toEqual([]);
    expect(select('$..__proto__')).toEqual([]);
  });
});
