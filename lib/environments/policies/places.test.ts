import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { placeOf, placesIn } from './places';

const id = (letter: string) => letter.repeat(32);
const web: Service = {
  id: id('a'),
  type: 'webServer',
  name: 'web',
  units: [
    { id: id('b'), name: 'web_0', state: { hostname: 'web1' } },
    { id: id('c'), name: 'web_1' },
  ],
};
const shop = {
  '?': { id: id('d'), type: 'com.example.Shop' },
  id: id('d'),
  type: 'com.example.Shop',
  name: 'shop',
  instance: { '?': { id: id('e'), type: 'io.murano.resources.LinuxInstance' }, tags: { [id('f')]: 1 } },
  units: [],
} as unknown as Service;
const model: EnvironmentModel = { id: id('0'), name: 'fair', services: [web, shop] };
const deployed: EnvironmentModel = {
  ...model,
  services: [
    { ...web, name: 'old web' },
    { ...web, id: id('9'), name: 'gone', units: [] },
  ],
};
const place = placesIn([model, deployed]);
const placed = (object: string | null) => {
  const { service_name, unit_id } = place(object);
  return [service_name, unit_id];
};

describe('the place of what rules speak of', () => {
  it('is its service, by its own id and by those of its machines and of what is on them', () => {
    expect(placed(id('a'))).toEqual(['web', null]);
    expect(placed(id('b'))).toEqual(['web', id('b')]);
    expect(placed(`${id('c')}-iis`)).toEqual(['web', id('c')]);
  });

  it('is the service of an object that holds it, however deep', () => {
    expect(placed(id('d'))).toEqual(['shop', null]);
    expect(placed(id('e'))).toEqual(['shop', null]);
    expect(placed(id('f'))).toEqual(['shop', null]);
  });

  it('is what the run asks for before what is deployed, and what is deployed alone', () => {
    expect(placed(id('9'))).toEqual(['gone', null]);
    expect([placed(null), placed('nobody'), placed(id('0'))]).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('is where all of what a verdict rests on is, where it names nothing itself', () => {
    const rested = (...objects: string[]) => objects.map((objectId) => ({ objectId, name: 'flavor' }));
    const at = (...objects: string[]) => placeOf(id('0'), rested(...objects), place);
    expect(at(id('b'), id('b'))).toMatchObject({ object_id: id('0'), service_name: 'web', unit_id: id('b') });
    expect(at(id('b'), id('c'))).toMatchObject({ service_name: 'web', unit_id: null });
    expect(at(id('b'), id('d'))).toMatchObject({ service_name: null, unit_id: null });
    expect(at()).toMatchObject({ object_id: id('0'), service_name: null });
  });
});
