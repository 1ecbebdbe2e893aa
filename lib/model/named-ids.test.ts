import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from './environment';
import { namesById, withNames } from './named-ids';

const ID = '1ed986d1765c4f0d9a3b1ed986d1765c';
const names = new Map([[ID, 'db']]);

describe('a text with ids in it', () => {
  it('calls services by their names', () => {
    expect(withNames(`cluster-${ID}: created`, names)).toBe('cluster-db: created');
    expect(withNames(`listener-${ID} and cluster-${ID}`, names)).toBe('listener-db and cluster-db');
  });

  it('calls the stack of an environment by the name of that', () => {
    expect(withNames(`The Stack (e${ID}) could not be found.`, names)).toBe('The Stack (db) could not be found.');
    expect(withNames(`e${ID}-apps and ee${ID}`, names)).toBe(`db-apps and ee${ID}`);
  });

  it('keeps what is no id, or of nobody known', () => {
    const hash = `${ID}${ID}`;
    expect(withNames(hash, names)).toBe(hash);
    expect(withNames('0'.repeat(32), names)).toBe('0'.repeat(32));
  });
});

it('people know an environment, services as they are asked for, and machines by their hosts', () => {
  const id = (letter: string) => letter.repeat(32);
  const web: Service = {
    ...{ id: id('a'), type: 'webServer', name: 'web' },
    units: [
      { id: id('b'), name: 'web_0', state: { hostname: 'web1' } },
      { id: id('c'), name: 'web_1' },
    ],
  };
  const model: EnvironmentModel = { id: id('0'), name: 'fair', services: [web] };
  const deployed = {
    ...model,
    services: [
      { ...web, name: 'old web' },
      { ...web, id: id('9'), name: 'gone', units: [] },
    ],
  };
  const known = namesById([model, deployed]);
  expect([id('0'), id('a'), id('b'), id('c'), id('9')].map((one) => known.get(one))).toEqual([
    ...['fair', 'web', 'web1', 'web', 'gone'],
  ]);
});
