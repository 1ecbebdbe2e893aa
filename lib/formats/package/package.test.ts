import { describe, expect, it } from 'vitest';
import { fillTemplate } from '@/lib/conductor/xml';
import { comparePackageVersions } from './manifest';
import { readPackage } from './package';

const LIBRARY = {
  'manifest.yaml': 'Format: Vetro/1.0\nType: Library\nFullName: com.acme.Lib\nName: Lib\nVersion: 1.0.0\n',
};
const APPLICATION = {
  'manifest.yaml': LIBRARY['manifest.yaml'].replace('Library', 'Application'),
  'UI/service.yaml': `Format: Service/1.0
type: note
title: Note
summary: A note.
properties: [{ name: name, kind: name, label: Name, required: true }]
units: { min: 1, max: 1, default: 1, noun: machine }
form: [{ title: Name, fields: [name] }]
`,
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const read = (files: Record<string, string>) => readPackage(new Map(Object.entries(files)), 'com.acme.Lib');
const problems = (files: Record<string, string>) =>
  read(files).problems.map(({ file, path, line, code }) =>
    [file.replace('com.acme.Lib/', ''), line, path, code].filter(Boolean).join(' '),
  );

describe('a package', () => {
  it('rough edge 33: has its texts by the names that workflows use, its workflows in the order of their names', () => {
    const { package: pack } = read({
      ...APPLICATION,
      'Workflows/b.xml': '<workflow/>',
      'Workflows/a.xml': '<workflow/>',
      'Resources/stacks/Site.yaml': 'resources: {}',
      'Resources/plans/Install.json': '{"Scripts": ["Install.ps1"], "Commands": []}',
      'Resources/scripts/Install.ps1': 'function Install {}',
    });
    expect(pack?.workflows.map(({ file }) => file)).toEqual([
      'com.acme.Lib/Workflows/a.xml',
      'com.acme.Lib/Workflows/b.xml',
    ]);
    expect(pack?.stackTemplates).toEqual({ Site: { resources: {} } });
    expect(pack?.planTemplates).toEqual({ Install: { Scripts: ['Install.ps1'], Commands: [] } });
    expect(pack?.scripts).toEqual({ 'Install.ps1': 'function Install {}' });
    expect(pack?.serviceType?.type).toBe('note');
  });

  it('puts the texts of files into the stack templates that name them, whatever looks like a name of a template', () => {
    const stack = (file: string) =>
      `resources: { app: { properties: { configs: [{ config: { get_file: ${file} }, port: $port }] } } }`;
    const files = { 'Resources/files/scripts/install.sh': `echo "$port on \${host}"`, 'Resources/files/one': '$port' };
    const configs = (file: string) => {
      const { package: pack } = read({ ...LIBRARY, ...files, 'Resources/stacks/App.yaml': stack(file) });
      const filled = fillTemplate(pack?.stackTemplates.App ?? {}, { port: 80 }, { missingKey: 'error' });
      return (filled as { resources: { app: { properties: { configs: unknown } } } }).resources.app.properties.configs;
    };
    expect(configs('scripts/install.sh')).toEqual([{ config: `echo "$port on \${host}"`, port: 80 }]);
    expect(configs('./one')).toEqual([{ config: '$port', port: 80 }]);
    expect(problems({ ...LIBRARY, 'Resources/stacks/App.yaml': stack('two') })).toEqual([
      'Resources/stacks/App.yaml resources.app.properties.configs.0.config file_not_found',
    ]);
  });

  it('may be a library without a service type', () => {
    expect(read(LIBRARY)).toMatchObject({ package: { serviceType: null }, problems: [] });
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a manifest', {}, 'manifest.yaml missing'],
    [
      'of another format',
      { 'manifest.yaml': LIBRARY['manifest.yaml'].replace('Vetro/1.0', 'Vetro/9') },
      'manifest.yaml 1 Format invalid',
    ],
    [
      'with a version of two numbers',
      { 'manifest.yaml': LIBRARY['manifest.yaml'].replace('1.0.0', "'1.0'") },
      'manifest.yaml 5 Version invalid',
    ],
    [
      'with an unknown key',
      { 'manifest.yaml': `${LIBRARY['manifest.yaml']}Colour: red\n` },
      'manifest.yaml 6 Colour unknown_key',
    ],
    ['with a file that has no place', { ...LIBRARY, 'Classes/A.yaml': '' }, 'Classes/A.yaml unknown_file'],
    ['with a path that leaves it', { ...LIBRARY, 'Workflows/../a.xml': '' }, 'Workflows/../a.xml unknown_file'],
    ['that is a library with a form', { ...LIBRARY, 'UI/service.yaml': '' }, 'UI/service.yaml library_with_form'],
    [
      'that is an application without form',
      { ...LIBRARY, 'manifest.yaml': APPLICATION['manifest.yaml'] },
      'UI/service.yaml missing',
    ],
    ['with XML that ends early', { ...LIBRARY, 'Workflows/a.xml': '<workflow>\n<rule>' }, 'Workflows/a.xml 2 not_xml'],
    ['with XML of another root', { ...LIBRARY, 'Workflows/a.xml': '<rule/>' }, 'Workflows/a.xml 1 wrong_root'],
    [
      'with entities',
      { ...LIBRARY, 'Workflows/a.xml': '<!DOCTYPE x [<!ENTITY e "1">]><workflow/>' },
      'Workflows/a.xml 1 not_xml',
    ],
    [
      'with a stack that is a list',
      { ...LIBRARY, 'Resources/stacks/A.yaml': '[]' },
      'Resources/stacks/A.yaml not_object',
    ],
    [
      'with a stack of unknown parts',
      { ...LIBRARY, 'Resources/stacks/A.yaml': 'a: 1' },
      'Resources/stacks/A.yaml 1 a unknown_key',
    ],
    [
      'with a plan that is no JSON',
      { ...LIBRARY, 'Resources/plans/A.json': '{"a":' },
      'Resources/plans/A.json 1 not_yaml',
    ],
    [
      'with a plan that names no script',
      { ...LIBRARY, 'Resources/plans/A.json': '{"Scripts": ["../x"]}' },
      'Resources/plans/A.json Scripts.0 bad_script',
    ],
    ['with an icon that runs', { ...APPLICATION, 'logo.svg': '<svg><script/></svg>' }, 'logo.svg unsafe_logo'],
    [
      'with an icon that loads',
      { ...APPLICATION, 'logo.svg': '<svg><image href="http://x/y.png"/></svg>' },
      'logo.svg unsafe_logo',
    ],
  ])('%s is refused', (_what, files, expected) => {
    expect(problems(files)).toContain(expected);
    expect(read(files).package).toBeNull();
  });

  it('tells everything that is wrong at once', () => {
    const found = problems({
      ...LIBRARY,
      'Workflows/a.xml': '<x/>',
      'Workflows/b.xml': '<',
      'Resources/plans/A.json': '[]',
    });
    expect(found).toHaveLength(3);
  });
});

describe('versions', () => {
  it('are compared number by number', () => {
    const sorted = ['1.10.0', '1.2.0', '1.2.10', '0.9.9'].sort(comparePackageVersions);
    expect(sorted).toEqual(['0.9.9', '1.2.0', '1.2.10', '1.10.0']);
  });
});
