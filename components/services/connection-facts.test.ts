import { describe, expect, it } from 'vitest';
import { PropertySchema, ServiceTypeSchema } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { connectionFacts, machineSignIns } from './connection-facts';

const TYPE = ServiceTypeSchema.parse({
  type: 'farm',
  package: 'p',
  version: '1',
  title: 'Farm',
  summary: '',
  properties: [
    PropertySchema.parse({ name: 'loadBalancerPort', kind: 'port', label: 'Port of the farm' }),
    PropertySchema.parse({ name: 'adminPort', kind: 'port', label: 'Port for administrators' }),
    PropertySchema.parse({ name: 'spare', kind: 'port', label: 'Spare', when: { property: 'wide', equals: true } }),
  ],
  unitProperties: [],
  units: { min: 1, max: 9, default: 2, noun: 'web server' },
  roles: [],
  form: [],
  signIn: { command: 'mstsc /v:{address}', account: '{HOST}\\Administrator' },
  shared: [{ id: 'lb', title: 'Load balancer', address: 'loadBalancerAddress' }],
  facts: [
    { label: 'Address of the site', path: 'uri', kind: 'link' },
    { label: 'Listener', path: 'state.listener', kind: 'address' },
    { label: 'Port', path: 'adminPort' },
    { label: 'Databases', path: 'databases' },
  ],
});
const service = {
  id: 's',
  type: 'farm',
  name: 'shop',
  status: 'ready',
  uri: 'http://10.0.0.9',
  loadBalancerPort: 8080,
  adminPort: 9000,
  spare: 7,
  databases: ['orders', 'stock'],
  state: { loadBalancerAddress: '10.0.0.9' },
  units: [
    { id: 'u1', name: 'shop_0', state: { hostname: 'web1', address: '10.0.0.4' } },
    { id: 'u2', name: 'shop_1' },
  ],
} as ServiceView;

describe('how a service is reached', () => {
  it('is told by the facts of its type, by what it has beside its machines, and by its ports, each once', () => {
    expect(connectionFacts(service, TYPE)).toEqual([
      { label: 'Address of the site', text: 'http://10.0.0.9', kind: 'link' },
      { label: 'Port', text: '9000', kind: 'text' },
      { label: 'Databases', text: 'orders, stock', kind: 'text' },
      { label: 'Load balancer', text: '10.0.0.9', kind: 'address' },
      { label: 'Port of the farm', text: '8080', kind: 'text' },
    ]);
  });

  it('is told of each machine that has an address, with the account of the machine', () => {
    expect(machineSignIns(service, TYPE, (id) => `title of ${id}`)).toEqual([
      {
        unitId: 'u1',
        title: 'title of u1',
        address: '10.0.0.4',
        command: 'mstsc /v:10.0.0.4',
        account: 'WEB1\\Administrator',
      },
    ]);
  });

  it('is told with the account that the package says', () => {
    const directory = { ...TYPE, signIn: { command: 'mstsc /v:{address}', account: '{domain}\\Administrator' } };
    const [first] = machineSignIns({ ...service, domain: 'acme.local' }, directory, String);
    expect(first?.account).toBe('acme.local\\Administrator');
  });

  it('is not told where the package does not say how', () => {
    expect(machineSignIns(service, { ...TYPE, signIn: undefined }, String)).toEqual([]);
  });
});
