import { describe, expect, it } from 'vitest';
import type { Service } from '@/lib/model/environment';
import { ServiceTypeSchema } from '@/lib/model/service-type';
import { buildTopology } from '@/lib/model/topology/build';
import { hostNodeId, serviceNodeId } from '@/lib/model/topology/graph';
import { exampleEnvironment } from '@/lib/model/topology/testing/example';
import { pictureOf } from '../picture';
import { removalPlan } from './removal-plan';
import { selectionOf } from './selection';

const typeOf = (type: string, more: object) =>
  ServiceTypeSchema.parse({
    ...{ type, package: `x.${type}`, version: '1', title: type, summary: '', form: [], roles: [], properties: [] },
    ...{ unitProperties: [], units: { min: 1, max: 9, default: 1, noun: 'machine' } },
    ...more,
  });
const types = [
  typeOf('farm', { units: { min: 2, max: 9, default: 2, noun: 'machine' } }),
  typeOf('single', { units: { min: 1, max: 1, default: 1, noun: 'machine' } }),
  typeOf('group', { exactlyOne: 'leads', unitProperties: [{ name: 'leads', kind: 'boolean', label: 'Leads' }] }),
];
const service = (type: string, name: string, units: number): Service => ({
  id: name,
  type,
  name,
  units: Array.from({ length: units }, (_, index) => ({
    id: `${name}${index + 1}`,
    name: `${name}${index + 1}`,
    state: { hostname: `${name}${index + 1}` },
    leads: index === 0,
  })),
});
const services = [service('farm', 'shop', 4), service('single', 'intranet', 1), service('group', 'orders', 3)];
const picture = pictureOf(
  buildTopology({ deployed: exampleEnvironment(...services), next: null, types, deployment: null, machines: {} }),
);
const plan = (...ids: string[]) => removalPlan(selectionOf(picture, new Set(ids)), services, types);
const unit = hostNodeId;

describe('what leaves a draft', () => {
  it('is every selected machine, with what is lost', () => {
    expect(plan(unit('shop3'), unit('orders2'))).toEqual({
      services: [],
      units: [
        { serviceId: 'shop', unitId: 'shop3', name: 'shop3' },
        { serviceId: 'orders', unitId: 'orders2', name: 'orders2' },
      ],
      losses: ['shop3', 'orders2'].map((name) => ({ what: 'machine', how: 'remove', name })),
    });
  });

  it('is a whole service, its machines not told twice', () => {
    expect(plan(serviceNodeId('shop'), unit('shop1'))).toMatchObject({
      services: [{ id: 'shop', name: 'shop' }],
      units: [],
      losses: [{ name: 'shop1' }, { name: 'shop2' }, { name: 'shop3' }, { name: 'shop4' }],
    });
  });

  it('is the service where every machine of it is selected', () => {
    expect(plan(unit('intranet1'))).toMatchObject({ services: [{ id: 'intranet' }], units: [] });
  });

  it('leaves as many machines as a service needs, and the one that others depend on', () => {
    expect(plan(unit('shop1'), unit('shop2'), unit('shop3'))).toEqual({ why: 'least', name: 'shop', least: 2 });
    expect(plan(unit('orders1'))).toEqual({ why: 'leading', name: 'orders1', least: 1 });
  });

  it('is nothing where everything is on its way out', () => {
    const next = { ...exampleEnvironment(...services.slice(1)) };
    const drawn = pictureOf(
      buildTopology({
        ...{ deployed: exampleEnvironment(...services), next: { model: next, is: 'draft' as const } },
        ...{ types, deployment: null, machines: {} },
      }),
    );
    expect(removalPlan(selectionOf(drawn, new Set([serviceNodeId('shop')])), next.services, types)).toBeNull();
  });
});
