import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { ApplicationForms } from '../world/application-forms';
import { engineOf } from '../world/engine';
import { filesIn, shippedLibrary, storedPackage } from '../world/testing/shipped-library';

const PAIR = path.resolve(import.meta.dirname, '../../runtime/testing/packages/com.example.WebPair');
const id = (digit: string) => digit.repeat(32);

function formsOf(classes: string, ui?: string) {
  const files = new Map(
    Object.entries({
      'manifest.yaml':
        'Format: 1.4\nType: Application\nFullName: t.App\nName: App\nVersion: 1.0.0\nClasses:\n  t.App: App.yaml\n',
      'Classes/App.yaml': classes,
      ...(ui === undefined ? {} : { 'UI/ui.yaml': ui }),
    }).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  );
  return new ApplicationForms(engineOf([...shippedLibrary(), storedPackage(files)]));
}

const service = (more: object): Service =>
  ({
    '?': { id: id('a'), type: 't.App', form: true },
    id: id('a'),
    type: 't.App',
    name: 'shop',
    units: [],
    ...more,
  }) as Service;
const environment = (...services: Service[]): EnvironmentModel => ({ id: id('e'), name: 'e', services });

const APP = `
Namespaces: {=: t, std: io.murano, res: io.murano.resources, m: io.murano.metadata, mf: io.murano.metadata.forms}
Name: App
Extends: std:Application
Meta:
  - mf:Section: {name: data, title: Your data, index: 1}
Properties:
  name: {Contract: $.string().notNull()}
  title:
    Contract: !yaql '$.string().notNull().check($.matches("^[a-z]+$"))'
    Meta: [{m:Title: {text: Title of the page}}, {m:HelpText: {text: Small letters.}}]
  size: {Contract: !yaql '$.string().check($ in list(small, large))', Default: small}
  port: {Contract: !yaql '$.int().notNull().check($ > 0)', Default: 80}
  secure: {Contract: $.bool().notNull(), Default: false}
  adminPassword: {Contract: $.string()}
  hosts: {Contract: [$.string().notNull()], Meta: {mf:Position: {section: data, index: 0}}}
  other: {Contract: $.class(App).notOwned()}
  kind: {Contract: web}
  master: {Contract: $.class(res:LinuxMuranoInstance).notNull()}
  slaves: {Contract: [$.class(res:Instance).notNull(), 1, 3]}
  address: {Usage: Out, Contract: $.string()}
Methods:
  deploy: {Body: []}
`;

describe('The form of a class that has none of its own', () => {
  const forms = formsOf(APP);
  const form = forms.formOf('t.App');
  const asked = (name: string) => form?.properties.find((one) => one.name === name);

  it('asks for what the properties take, with what they begin with and are called', () => {
    expect(asked('name')).toMatchObject({ kind: 'name', required: true });
    expect(asked('title')).toMatchObject({
      kind: 'string',
      label: 'Title of the page',
      help: 'Small letters.',
      required: true,
      pattern: { expression: '^[a-z]+$' },
    });
    expect(asked('size')).toMatchObject({ kind: 'choice', default: 'small', required: false });
    expect(asked('size')?.choices?.map(({ value }) => value)).toEqual(['small', 'large']);
    expect(asked('port')).toMatchObject({ kind: 'integer', default: 80, min: 1 });
    expect(asked('secure')).toMatchObject({ kind: 'boolean', default: false });
    expect(asked('adminPassword')).toMatchObject({ kind: 'string', secret: true, required: false });
    expect(asked('hosts')).toMatchObject({ kind: 'textList' });
    expect(asked('other')).toMatchObject({ kind: 'serviceRef', needs: 't.App' });
    expect(asked('kind')).toBeUndefined();
  });

  it('has the sections that the class says, and asks for machines last', () => {
    expect(form?.steps.map(({ title, fields }) => [title, fields])).toEqual([
      ['Settings', ['name', 'title', 'size', 'port', 'secure', 'adminPassword', 'other']],
      ['Your data', ['hosts']],
      ['Machines', ['unitCount', 'flavor', 'osImage', 'unitNamingPattern', 'keyPair', 'availabilityZone']],
    ]);
    expect(form?.units).toMatchObject({ min: 2, max: 4, noun: 'machine' });
    expect(form?.unitTemplates).toEqual([{ purpose: 'master' }, { purpose: 'slaves' }]);
    expect(form?.facts).toEqual([{ label: 'Address', path: 'state.address', kind: 'text' }]);
  });

  it('makes the object: machines where the class wants them, another service by its id, what is unset left out', () => {
    const answers = service({
      title: 'hello',
      port: 8080,
      other: 'friend',
      flavor: 'm1.small',
      osImage: { name: 'debian', title: 'Debian' },
      unitNamingPattern: 'web#',
      units: [
        { id: id('1'), name: 'x', purpose: 'master' },
        { id: id('2'), name: 'y', purpose: 'slaves' },
      ],
    });
    const model = environment(answers, service({ id: id('b'), name: 'friend' }));
    const machine = (digit: string, name: string) => ({
      '?': { id: id(digit), type: 'io.murano.resources.LinuxMuranoInstance' },
      name,
      flavor: 'm1.small',
      image: 'debian',
    });
    expect(forms.objectOf(answers, model)).toEqual({
      '?': { id: id('a'), type: 't.App', name: 'shop' },
      name: 'shop',
      title: 'hello',
      port: 8080,
      other: id('b'),
      kind: 'web',
      master: machine('1', 'web1'),
      slaves: [machine('2', 'web2')],
    });
    expect(forms.machinesOf(answers, model)).toEqual([
      { id: id('1'), name: 'web1' },
      { id: id('2'), name: 'web2' },
    ]);
  });

  it('keeps what the programs of an object have set, and nothing that was asked', () => {
    const before = { '?': { id: id('a'), type: 't.App/1.0.0@t.App' }, title: 'old', address: '10.0.0.1' };
    const object = forms.objectOf(service({}), environment(), { applications: [before] });
    expect(object).toMatchObject({ address: '10.0.0.1' });
    expect(object).not.toHaveProperty('title');
  });

  it('is not there for a class that needs what no form can ask for', () => {
    const needy = APP.replace('  kind: {Contract: web}', '  net: {Contract: $.class(res:Network).notNull()}');
    expect(formsOf(needy).formOf('t.App')).toBeNull();
  });

  it('asks how many servers a pair has', () => {
    const pair = new ApplicationForms(engineOf([...shippedLibrary(), storedPackage(filesIn(PAIR))]));
    expect(pair.formOf('com.example.WebPair')).toMatchObject({
      units: { min: 1, max: 100, default: 1 },
      unitTemplates: [{ purpose: 'servers' }],
    });
  });
});

const UI = `
Version: 2.2
Templates:
  node:
    '?': {type: io.murano.resources.LinuxMuranoInstance}
    name: generateHostname($.machines.pattern, $index)
    flavor: $.machines.flavor
    image: $.machines.osImage
Application:
  '?': {type: t.App}
  name: $.settings.name
  title: $.settings.title
  port: $.settings.port
  master:
    '?': {type: io.murano.resources.LinuxMuranoInstance}
    name: generateHostname($.machines.pattern, 0)
    flavor: $.machines.flavor
    image: $.machines.osImage
  slaves: repeat($node, $.machines.count)
Forms:
  - settings:
      fields:
        - {name: name, type: string, label: Application name, description: How it is called.}
        - name: title
          type: string
          label: Title
          helpText: Small letters
          regexpValidator: '^[a-z]+$'
          errorMessages: {invalid: Only small letters.}
          maxLength: 20
        - {name: port, type: integer, initial: 80, minValue: 1, maxValue: 65535, required: false}
        - {name: note, type: string, hidden: true, required: false}
  - machines:
      fields:
        - {name: count, type: integer, initial: 2, minValue: 1}
        - {name: pattern, type: string, required: false, initial: node-#}
        - {name: flavor, type: flavor, requirements: {min_vcpus: 1}}
        - {name: osImage, type: image, imageType: linux}
`;

describe("A package's own form", () => {
  const forms = formsOf(APP, UI);
  const form = forms.formOf('t.App');

  it('is asked as it is written: kinds, words, rules, and one step for each form', () => {
    expect(form?.steps.map(({ title, fields }) => [title, fields])).toEqual([
      ['Settings', ['name', 'title', 'port']],
      ['Machines', ['count', 'pattern', 'flavor', 'osImage']],
    ]);
    const asked = (name: string) => form?.properties.find((one) => one.name === name);
    expect(asked('name')).toMatchObject({ kind: 'name', label: 'Application name', help: 'How it is called.' });
    expect(asked('title')).toMatchObject({
      help: 'Small letters',
      required: true,
      max: 20,
      pattern: { expression: '^[a-z]+$', sentence: 'Only small letters.' },
    });
    expect(asked('port')).toMatchObject({ kind: 'integer', default: 80, min: 1, max: 65_535, required: false });
    expect(asked('note')).toMatchObject({ hidden: true });
    expect(asked('osImage')).toMatchObject({ kind: 'image', imageType: 'linux' });
  });

  it('makes the object by its own expressions, always the same one, and tells the machines', () => {
    const answers = service({
      title: 'hi',
      port: 81,
      count: 2,
      pattern: 'n#',
      flavor: 'm1.small',
      osImage: { name: 'deb' },
    });
    const object = forms.objectOf(answers, environment(answers));
    expect(object).toMatchObject({
      '?': { id: id('a'), type: 't.App', name: 'shop' },
      name: 'shop',
      title: 'hi',
      port: 81,
    });
    expect(object?.slaves).toMatchObject([{ name: 'n1', image: 'deb', flavor: 'm1.small' }, { name: 'n2' }]);
    expect(forms.objectOf(answers, environment(answers))).toEqual(object);
    expect(forms.machinesOf(answers, environment(answers))?.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2']);
  });
});
