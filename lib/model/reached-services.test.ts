import { describe, expect, it } from 'vitest';
import type { Service } from './environment';
import { readReached, servicesReached, withReached } from './reached-services';

const unit = (id: string, state?: Record<string, string>) => ({ id, name: id, ...(state ? { state } : {}) });
const service = (id: string, ...units: ReturnType<typeof unit>[]): Service => ({ id, type: 't', name: id, units });

const BEFORE = [service('web', unit('w1'), unit('w2')), service('sql', unit('s1'))];

describe('what a run has made of services', () => {
  it('is nothing when nothing has changed, whatever the order of keys', () => {
    const [web] = structuredClone(BEFORE);
    expect(servicesReached(BEFORE, [{ units: web?.units ?? [], ...web } as Service, ...BEFORE.slice(1)])).toBeNull();
  });

  it('holds the services that changed, and of their units only those that did', () => {
    const after = [service('web', unit('w1'), unit('w2', { ip: '10.0.0.2' })), ...BEFORE.slice(1)];
    expect(servicesReached(BEFORE, after)).toEqual({
      services: [{ ...service('web', unit('w2', { ip: '10.0.0.2' })), unitIds: ['w1', 'w2'] }],
      serviceIds: ['web', 'sql'],
    });
  });

  it.each([
    ['a unit learnt its address', [service('web', unit('w1', { ip: '1' }), unit('w2')), service('sql', unit('s1'))]],
    ['a unit came, another went', [service('web', unit('w3'), unit('w1')), service('sql', unit('s1'))]],
    ['a service went', [service('sql', unit('s1'))]],
    [
      'a service has an address of its own',
      [{ ...service('web', unit('w1'), unit('w2')), uri: 'http://x' }, ...BEFORE.slice(1)],
    ],
  ])('makes the services before into those after: %s', (_what, after) => {
    const reached = servicesReached(BEFORE, after);
    expect(reached && withReached(BEFORE, reached)).toEqual(after);
  });

  it('changes nothing when it is told twice', () => {
    const after = [service('web', unit('w1', { ip: '1' }), unit('w2')), service('sql', unit('s1'))];
    const reached = servicesReached(BEFORE, after);
    expect(reached && withReached(withReached(BEFORE, reached) ?? [], reached)).toEqual(after);
  });

  it('leaves alone what only views tell', () => {
    const shown = BEFORE.map((one) => ({ ...one, status: 'deploying' }));
    const reached = servicesReached(BEFORE, [service('web', unit('w1', { ip: '1' }), unit('w2')), ...BEFORE.slice(1)]);
    expect(reached && withReached(shown, reached, ['status'])?.[0]).toMatchObject({ status: 'deploying' });
  });

  it('cannot be laid on services that it did not go on from', () => {
    const reached = servicesReached(BEFORE, [service('web', unit('w1', { ip: '1' }), unit('w2')), ...BEFORE.slice(1)]);
    expect(reached && withReached([service('other')], reached)).toBeNull();
    expect(reached && withReached([service('web'), service('sql', unit('s1'))], reached)).toBeNull();
  });

  it('is read from an event, and is none in any other', () => {
    const reached = servicesReached([], BEFORE);
    expect(readReached(JSON.parse(JSON.stringify(reached)))).toEqual(reached);
    for (const value of [undefined, null, 'x', {}, { services: [] }]) expect(readReached(value)).toBeNull();
  });
});
