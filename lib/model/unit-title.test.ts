import { describe, expect, it } from 'vitest';
import type { Service } from './environment';
import { PropertySchema, type ServiceType } from './service-type';
import { unitTitle } from './unit-title';

const type = {
  properties: [PropertySchema.parse({ name: 'names', kind: 'hostnamePattern', label: 'Machine names' })],
  units: { noun: 'web server' },
} as unknown as ServiceType;

const service = (names: string, hosts: (string | null)[]): Service => ({
  id: 's',
  type: 'web',
  name: 'web',
  names,
  units: hosts.map((hostname, index) => ({
    id: `u${index}`,
    name: `web_instance_${index}`,
    ...(hostname === null ? {} : { state: { hostname } }),
  })),
});
const titles = (one: Service) => one.units.map((unit) => unitTitle(type, one, unit));

describe('what a machine is called', () => {
  it('is the name that its pattern will give it, from the first moment', () => {
    expect(titles(service('web#', [null, null]))).toEqual(['web1', 'web2']);
    expect(titles(service('notes', [null]))).toEqual(['notes']);
  });

  it('goes on counting above the machines that are there', () => {
    expect(titles(service('web#', ['web2', null, 'web7', null]))).toEqual(['web2', 'web8', 'web7', 'web9']);
  });

  it('is what it will be where nobody chose names', () => {
    expect(titles(service('', [null, null]))).toEqual(['Web server 1', 'Web server 2']);
    expect(titles(service('', [null]))).toEqual(['Web server']);
  });
});
