import { describe, expect, it } from 'vitest';
import { compareModels } from './compare';
import type { EnvironmentModel, Service } from './environment';
import { MASK } from './secret';
import { PropertySchema, ServiceTypeSchema } from './service-type';

const id = (digit: string) => digit.repeat(32);
const sealed = (mark: string) => `vetro:secret:v1:${mark.repeat(22)}:payload.`;
const property = (name: string, kind: string, more: object = {}) =>
  PropertySchema.parse({ name, kind, label: name, ...more });
const TYPE = ServiceTypeSchema.parse({
  type: 'webServer',
  package: 'p',
  version: '1',
  title: 'Web Server',
  summary: '',
  properties: [
    property('size', 'flavor'),
    property('adminPassword', 'password'),
    property('port', 'port', { when: { property: 'open', equals: true } }),
    property('open', 'boolean'),
  ],
  unitProperties: [property('isMaster', 'boolean', { hidden: true }), property('note', 'string')],
  units: { min: 1, max: 9, default: 1, noun: 'web server' },
  roles: [],
  form: [],
});

const service = (more: Partial<Service> = {}): Service => ({
  id: id('1'),
  type: 'webServer',
  name: 'web',
  size: 'small',
  adminPassword: sealed('a'),
  open: false,
  port: 80,
  units: [{ id: id('a'), name: 'web_0', isMaster: true, state: { hostname: 'web1' } }],
  ...more,
});
const model = (...services: Service[]): EnvironmentModel => ({ id: id('e'), name: 'shop', services });
const compare = (before: Service[], after: Service[]) => compareModels(model(...before), model(...after), [TYPE]);

describe('two models side by side', () => {
  it('say nothing differs where nothing does, whatever deployments reached', () => {
    const [web] = compare([service()], [service({ state: { done: true }, uri: 'http://x' })]);
    expect(web).toMatchObject({ change: null, title: 'web', units: [{ title: 'web1', change: null, values: [] }] });
    expect(web?.values.map(({ property: name }) => name)).toEqual(['size', 'adminPassword', 'open']);
    expect(web?.values.some(({ differs }) => differs)).toBe(false);
  });

  it('tell secrets apart by what they are and never show them', () => {
    const [web] = compare([service()], [service({ adminPassword: sealed('b') })]);
    expect(web?.change).toBe('changed');
    expect(web?.values[1]).toEqual({
      property: 'adminPassword',
      label: 'adminPassword',
      secret: true,
      before: MASK,
      after: MASK,
      differs: true,
    });
    expect(JSON.stringify(web)).not.toContain('vetro:secret');
  });

  it('tell a value that a condition has switched on as set now', () => {
    const [web] = compare([service()], [service({ open: true })]);
    expect(web?.values.find(({ property: name }) => name === 'port')).toMatchObject({
      before: null,
      after: 80,
      differs: true,
    });
  });

  it('pair services and units by id: added, removed, and changed by their units', () => {
    const added = { id: id('b'), name: 'web_1', note: 'rack 2' };
    const services = compare(
      [service(), service({ id: id('2'), name: 'old' })],
      [service({ units: [...service().units, added] }), service({ id: id('3'), name: 'new' })],
    );
    expect(services.map(({ title, change }) => [title, change])).toEqual([
      ['web', 'changed'],
      ['old', 'removed'],
      ['new', 'added'],
    ]);
    expect(services[0]?.units[1]).toMatchObject({
      title: 'Web server 2',
      change: 'added',
      values: [{ property: 'note', before: null, after: 'rack 2', differs: true }],
    });
  });
});
