import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from './environment';
import { revert } from './revert';

const id = (letter: string) => letter.repeat(32);
const service = (letter: string, more: Partial<Service> = {}): Service => ({
  id: id(letter),
  type: 'webServer',
  name: letter,
  units: [{ id: id(`${letter === 'a' ? '1' : '2'}`), name: `${letter}1` }],
  ...more,
});
const model = (...services: Service[]): EnvironmentModel => ({ id: id('e'), name: 'e', services });
const names = (services: Service[] | null) => services?.map(({ name }) => name);

describe('putting one change of a draft back', () => {
  const base = model(service('a'), service('b'), service('c'));

  it('brings a removed service back to its place, with everything it had', () => {
    const back = revert(base, model(service('a', { flavor: 'big' }), service('c')), { serviceId: id('b') });
    expect(back).toEqual([service('a', { flavor: 'big' }), service('b'), service('c')]);
    expect(names(revert(base, model(service('c')), { serviceId: id('a') }))).toEqual(['a', 'c']);
  });

  it('drops a service that was added', () => {
    expect(names(revert(base, model(...base.services, service('d')), { serviceId: id('d') }))).toEqual(['a', 'b', 'c']);
  });

  it('gives one property its old value and leaves the other changes', () => {
    const was = model(service('a', { flavor: 'small', domain: 'x.local' }));
    const is = model(service('a', { flavor: 'big', extra: 1 }));
    expect(revert(was, is, { serviceId: id('a'), property: 'flavor' })).toEqual([
      service('a', { flavor: 'small', extra: 1 }),
    ]);
    expect(revert(was, is, { serviceId: id('a'), property: 'domain' })?.[0]).toMatchObject({ domain: 'x.local' });
    expect(revert(was, is, { serviceId: id('a'), property: 'extra' })?.[0]).not.toHaveProperty('extra');
    expect(revert(was, is, { serviceId: id('a') })).toEqual(was.services);
  });

  it('does the same with units and their properties', () => {
    const unit = { id: id('7'), name: 'u' };
    const was = model(service('a'));
    const more = model(service('a', { units: [...service('a').units, unit] }));
    expect(revert(was, more, { serviceId: id('a'), unitId: unit.id })).toEqual(was.services);
    expect(revert(more, was, { serviceId: id('a'), unitId: unit.id })).toEqual(more.services);
    const renamed = model(service('a', { units: [{ id: id('1'), name: 'a1', recoveryPassword: 'new' }] }));
    const target = { serviceId: id('a'), unitId: id('1'), property: 'recoveryPassword' };
    expect(revert(was, renamed, target)).toEqual(was.services);
  });

  it('knows nothing of what neither document has, and touches no identity', () => {
    for (const target of [
      { serviceId: id('f') },
      { serviceId: id('a'), unitId: id('f') },
      { serviceId: id('a'), property: 'colour' },
      { serviceId: id('a'), property: 'state' },
      { serviceId: id('f'), property: 'name' },
    ]) {
      expect(revert(base, base, target)).toBeNull();
    }
  });
});
