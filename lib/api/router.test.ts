import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, type Method } from './endpoint';
import { createRouter } from './router';

function at(method: Method, path: string) {
  const names = [...path.matchAll(/\{(\w+)(\*?)\}/g)].map(([, name, rest]): [string, z.ZodType] => [
    name ?? '',
    rest ? z.array(z.string()) : z.string(),
  ]);
  return endpoint({
    id: `${method} ${path}`,
    method,
    path,
    summary: '',
    tag: 'test',
    role: 'anyone',
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}),
    response: null,
    errors: [],
    handle: () => undefined,
  });
}

const find = createRouter([
  at('GET', '/'),
  at('GET', '/things'),
  at('POST', '/things'),
  at('GET', '/things/{thing}'),
  at('DELETE', '/things/{thing}/parts/{part}'),
  at('POST', '/things/import'),
  at('GET', '/things/{thing}/tree'),
  at('PUT', '/things/{thing}/tree/{path*}'),
  at('POST', '/things/{thing}/tree/{branch}/cut'),
]);
const found = (path: string) => {
  const match = find(path);
  return match && [[...match.address.endpoints.values()].map(({ id }) => id).join(' '), match.params];
};

describe('a path finds', () => {
  it.each([
    ['/', 'GET /', {}],
    ['/things', 'GET /things POST /things', {}],
    ['/things/', 'GET /things POST /things', {}],
    ['//things//7/', 'GET /things/{thing}', { thing: '7' }],
    ['/things/a%20b', 'GET /things/{thing}', { thing: 'a b' }],
    ['/things/a%2Fb', 'GET /things/{thing}', { thing: 'a/b' }],
    ['/things/7/parts/8', 'DELETE /things/{thing}/parts/{part}', { thing: '7', part: '8' }],
  ])('%s: %s', (path, ids, params) => {
    expect(found(path)).toEqual([ids, params]);
  });

  it('fixed names before parameters, and both before the rest of a path', () => {
    expect(found('/things/import')).toEqual(['POST /things/import', {}]);
    expect(found('/things/7/tree')).toEqual(['GET /things/{thing}/tree', { thing: '7' }]);
    expect(found('/things/7/tree/a/cut')).toEqual([
      'POST /things/{thing}/tree/{branch}/cut',
      { thing: '7', branch: 'a' },
    ]);
    expect(found('/things/7/tree/a/b')).toEqual(['PUT /things/{thing}/tree/{path*}', { thing: '7', path: ['a', 'b'] }]);
  });

  it('what a fixed name leads nowhere to by the parameter', () => {
    expect(found('/things/import/parts/8')).toEqual([
      'DELETE /things/{thing}/parts/{part}',
      { thing: 'import', part: '8' },
    ]);
  });

  it('nothing where there is nothing', () => {
    for (const path of ['/other', '/things/7/parts', '/things/7/parts/8/9', '/things/%zz'])
      expect(find(path)).toBeNull();
  });
});

it('an address allows the methods of its endpoints, HEAD with GET, and OPTIONS', () => {
  expect(find('/things')?.address.allow).toEqual(['GET', 'POST', 'HEAD', 'OPTIONS']);
  expect(find('/things/import')?.address.allow).toEqual(['POST', 'OPTIONS']);
});

it('two endpoints for the same are refused, and parameters with two names', () => {
  expect(() => createRouter([at('GET', '/a'), at('GET', '/a')])).toThrow(/two endpoints for GET \/a/);
  expect(() => createRouter([at('GET', '/a/{b}'), at('PUT', '/a/{c}')])).toThrow(/elsewhere named b/);
});
