import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { restoredModel } from './restored-model';

const id = (digit: string) => digit.repeat(32);
const NOW = new Date('2030-01-02T03:04:05Z');
const SEALED_THEN = 'vetro:secret:v1:aaaaaaaaaaaaaaaaaaaaaa:then.';
const SEALED_NOW = 'vetro:secret:v1:bbbbbbbbbbbbbbbbbbbbbb:now.';

function web(more: Partial<Service> = {}): Service {
  return {
    id: id('1'),
    type: 'webServer',
    name: 'web',
    created: '2029-01-01T00:00:00Z',
    updated: '2029-01-01T00:00:00Z',
    flavor: 'm1.small',
    adminPassword: SEALED_THEN,
    units: [{ id: id('a'), name: 'web_instance_0' }],
    ...more,
  };
}
const model = (...services: Service[]): EnvironmentModel => ({ id: id('e'), name: 'shop', services });

describe('an earlier model, restored', () => {
  it('has the answers of then and what deployments reached until now', () => {
    const then = model(web());
    const current = model(
      web({
        flavor: 'm1.large',
        adminPassword: SEALED_NOW,
        state: { ready: true },
        uri: 'http://10.0.0.9',
        units: [{ id: id('a'), name: 'web_instance_0', address: '10.0.0.9', state: { hostname: 'web1' } }],
      }),
    );
    const restored = restoredModel(then, { ...current, name: 'renamed', state: { stack: true } }, NOW);
    expect(restored).toEqual({
      id: id('e'),
      name: 'renamed',
      state: { stack: true },
      services: [
        {
          ...web(),
          updated: NOW.toISOString(),
          state: { ready: true },
          uri: 'http://10.0.0.9',
          units: [{ id: id('a'), name: 'web_instance_0', address: '10.0.0.9', state: { hostname: 'web1' } }],
        },
      ],
    });
  });

  it('begins without state what was removed meanwhile: its machine is gone', () => {
    const gone = { id: id('b'), name: 'web_instance_1', address: '10.0.0.8', state: { hostname: 'web2' } };
    const then = model(web({ units: [{ id: id('a'), name: 'web_instance_0' }, gone] }), {
      ...web({ id: id('2'), name: 'removed', uri: 'http://10.0.0.7', state: { ready: true } }),
      units: [{ id: id('c'), name: 'removed_instance_0', state: { hostname: 'old1' } }],
    });
    const restored = restoredModel(then, model(web()), NOW);
    expect(restored.services[0]?.units[1]).toEqual({ id: id('b'), name: 'web_instance_1' });
    expect(restored.services[1]).toEqual({
      ...web({ id: id('2'), name: 'removed', updated: NOW.toISOString() }),
      units: [{ id: id('c'), name: 'removed_instance_0' }],
    });
  });

  it('leaves out what was added since, and leaves alone what is as it was', () => {
    const same = web({ units: [{ id: id('a'), name: 'web_instance_0', state: { hostname: 'web1' } }] });
    const restored = restoredModel(model(web()), model(web({ id: id('3') }), same), NOW);
    expect(restored.services).toEqual([same]);
    expect(restored.services[0]).toBe(same);
  });
});
