import { describe, expect, it } from 'vitest';
import { property } from '@/lib/model/property';
import { type ServiceType, ServiceTypeSchema } from '@/lib/model/service-type';
import type { CatalogPackage } from './catalog-package';
import { machineProblems, typesWithMachines, withoutMachines } from './machines';

const TYPE: ServiceType = ServiceTypeSchema.parse({
  ...{ type: 'site', package: 'com.acme.Site', version: '1.0.0', title: 'Site', summary: '' },
  properties: [
    property({ name: 'name', kind: 'name', label: 'Name' }),
    property({ name: 'port', kind: 'port', label: 'Port' }),
  ],
  unitProperties: [],
  units: { min: 1, max: 1, default: 1, noun: 'machine' },
  roles: [],
  form: [
    { title: 'Your service', help: '', fields: ['name', 'port'] },
    { title: 'Machines', help: '', fields: ['unitCount'] },
  ],
});
const place = (path: string, line: number) => ({ file: 'blueprint.yaml', path, line, column: 1 });
const SITE = {
  name: 'com.acme.Site',
  serviceTypes: [TYPE],
  machinesFrom: {
    library: 'com.acme.Machines',
    at: place('machines', 2),
    inputs: [{ name: 'port', at: place('inputs.port', 5) }],
  },
} as unknown as CatalogPackage;
const library = (...names: string[]) =>
  ({
    name: 'com.acme.Machines',
    machines: {
      system: 'linux',
      properties: names.map((name) => property({ name, kind: 'string', label: name })),
      first: ['password'],
      signIn: { command: 'ssh {address}', account: 'me' },
    },
  }) as unknown as CatalogPackage;
const SILENT = { name: 'com.acme.Machines' } as CatalogPackage;

describe('machines that a library describes', () => {
  it('are asked about behind what the service asks, in both steps of its form', () => {
    const [type] = typesWithMachines(SITE, [library('password', 'osImage'), SITE]);
    expect(type?.properties.map(({ name }) => name)).toEqual(['name', 'port', 'password', 'osImage']);
    expect(type?.form.map(({ fields }) => fields)).toEqual([
      ['name', 'password', 'port'],
      ['unitCount', 'osImage'],
    ]);
    expect(type?.signIn).toEqual({ command: 'ssh {address}', account: 'me' });
  });

  it('are missing where no package describes them, and the library is named', () => {
    expect(typesWithMachines(SITE, [SILENT, SITE])).toEqual([TYPE]);
    expect(withoutMachines([SILENT, SITE, SITE])).toEqual(['com.acme.Machines']);
    expect(withoutMachines([library('osImage'), SITE])).toEqual([]);
    expect(withoutMachines([SILENT])).toEqual([]);
  });

  it('are refused where the package says so: no description, and a name that both ask by', () => {
    const problems = (...packages: CatalogPackage[]) =>
      machineProblems(SITE, packages).map(({ file, line, path, code }) => `${file}:${line} ${path} ${code}`);
    expect(problems(SILENT)).toEqual(['com.acme.Site/blueprint.yaml:2 machines no_machines']);
    expect(problems(library('password', 'port'))).toEqual(['com.acme.Site/blueprint.yaml:5 inputs.port name_reserved']);
    expect(problems(library('password'))).toEqual([]);
    expect(problems()).toEqual([]);
    expect(machineProblems(SILENT, [library('port')])).toEqual([]);
  });
});
