import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '@/lib/crypto';
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
  ports: {Contract: [$.int().notNull(), 1]}
  rules: {Contract: [{from: $.int().notNull(), to: $.int(), open: $.bool()}]}
  labels: {Contract: {$.string().notNull(): $.string().notNull()}}
  limits: {Contract: {cpu: $.int().notNull(), burst: $.bool()}}
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

  it('asks for lists and maps of contracts in tables', () => {
    const columns = (name: string) =>
      asked(name)?.columns?.map(({ name: one, kind, required }) => [one, kind, required]);
    expect(asked('ports')).toMatchObject({ kind: 'table', rows: 'values', min: 1, required: true });
    expect(columns('ports')).toEqual([['value', 'integer', true]]);
    expect(asked('rules')).toMatchObject({ kind: 'table', rows: 'objects', required: false });
    expect(columns('rules')).toEqual([
      ['from', 'integer', true],
      ['to', 'integer', false],
      ['open', 'boolean', false],
    ]);
    expect(asked('labels')).toMatchObject({ kind: 'table', rows: 'pairs', required: false });
    expect(asked('limits')).toMatchObject({ kind: 'table', rows: 'record' });
    expect(columns('limits')).toEqual([
      ['cpu', 'integer', true],
      ['burst', 'boolean', false],
    ]);
  });

  it('offers images of the type that classes of machines say, and any where they say different ones', () => {
    const imageOf = (app: string) =>
      formsOf(app)
        .formOf('t.App')
        ?.properties.find(({ kind }) => kind === 'image');
    const windows = APP.replaceAll(/res:(Linux|Murano)*Instance/g, 'res:WindowsInstance');
    expect(imageOf(APP)?.imageType).toBe('linux');
    expect(imageOf(windows)?.imageType).toBe('windows');
    expect(imageOf(APP.replace('res:Instance', 'res:WindowsInstance'))).not.toHaveProperty('imageType');
  });

  it('has the sections that the class says, and asks for machines last', () => {
    expect(form?.steps.map(({ title, fields }) => [title, fields])).toEqual([
      [
        'Settings',
        ['name', 'title', 'size', 'port', 'secure', 'adminPassword', 'other', 'ports', 'rules', 'labels', 'limits'],
      ],
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

  it('keeps what programs have made of an answer until the answer is another one', () => {
    const inOut = formsOf(APP.replace('port: {', 'port: {Usage: InOut, '));
    const answers = service({ title: 'hi', port: 80 });
    const before = { '?': { id: id('a'), type: 't.App/1.0.0@t.App' }, title: 'hi', port: 81 };
    const answered = inOut.answeredIn(answers, environment());
    expect(answered).toEqual({ [id('a')]: { port: 80 } });
    expect(inOut.objectOf(answers, environment(), before, answered)).toMatchObject({ port: 81 });
    expect(inOut.objectOf({ ...answers, port: 90 }, environment(), before, answered)).toMatchObject({ port: 90 });
    expect(inOut.objectOf(answers, environment(), before)).toMatchObject({ port: 80 });
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
        - {name: lines, type: text, required: false}
  - machines:
      fields:
        - {name: count, type: integer, initial: 2, minValue: 1}
        - {name: pattern, type: string, required: false, initial: node-#}
        - {name: flavor, type: flavor, initial: m1.large, requirements: {min_vcpus: 1, max_memory_mb: 4096, min_disk: 8}}
        - {name: osImage, type: image, imageType: linux}
`;

describe("A package's own form", () => {
  const forms = formsOf(APP, UI);
  const form = forms.formOf('t.App');

  it('is asked as it is written: kinds, words, rules, and one step for each form', () => {
    expect(form?.steps.map(({ title, fields }) => [title, fields])).toEqual([
      ['Settings', ['name', 'title', 'port', 'lines']],
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
    expect(asked('lines')).toMatchObject({ kind: 'string', multiline: true });
    expect(asked('flavor')).toMatchObject({
      suggest: 'm1.large',
      requirements: { minVcpus: 1, maxMemoryMb: 4096, minDiskGb: 8 },
    });
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

  it('refuses answers that its validators do not let pass, of a field and of a form, in its own words', () => {
    const ruled = UI.replace(
      '          maxLength: 20\n',
      `          maxLength: 20
          validators:
            - {expr: {regexpValidator: '^[^x]'}, message: No x first.}
            - {expr: $.len() < 6, message: Too long.}
`,
    ).replace(
      '  - machines:\n',
      `  - machines:
      validators:
        - expr: $.machines.count < 2 or '#' in $.machines.pattern
          message: Several machines need a number in their name.
`,
    );
    const strict = formsOf(APP, ruled);
    const made = (more: object) => {
      const answers = service({
        title: 'hi',
        port: 81,
        count: 1,
        pattern: 'n#',
        flavor: 'f',
        osImage: { name: 'd' },
        ...more,
      });
      return strict.objectOf(answers, environment(answers));
    };
    expect(made({})).toMatchObject({ title: 'hi' });
    expect(() => made({ title: 'xy' })).toThrow('Title: No x first.');
    expect(() => made({ title: 'longer' })).toThrow('Title: Too long.');
    expect(made({ count: 1, pattern: 'n' })).toMatchObject({ title: 'hi' });
    expect(() => made({ count: 2, pattern: 'n' })).toThrow('Several machines need a number in their name.');
  });

  describe('whose fields hang on answers', () => {
    const conditional = formsOf(
      APP,
      `
Version: 2.6
Application: {'?': {type: t.App}, name: $.one.name, title: $.one.title, port: $.one.port}
Forms:
  - one:
      fields:
        - {name: name, type: string}
        - {name: title, type: string, validators: [{expr: $.len() < 6, message: Too long.}]}
        - {name: secure, type: boolean}
        - {name: mode, type: choice, choices: [[a, A], [b, B]]}
        - {name: key, type: string, enabled: $.one.secure}
        - {name: plain, type: string, hidden: $.one.secure}
        - {name: open, type: string, hiddenWhen: not $.one.secure}
        - {name: mine, type: string, enabled: $.one.mode = 'b'}
        - {name: both, type: string, enabled: $.one.secure and $.one.mode = b}
        - {name: wish, type: string, required: $.one.mode = a}
        - {name: never, type: string, enabled: false}
        - {name: port, type: integer, initial: 80, required: false}
`,
    );
    const asked = (name: string) => conditional.formOf('t.App')?.properties.find((one) => one.name === name);
    const problems = (more: object) => {
      const answers = service({ title: 'hi', mode: 'b', secure: false, ...more });
      return conditional.problemsOf(answers, environment(answers));
    };

    it('show them while one answer is what it must be, where that is all', () => {
      expect(asked('key')).toMatchObject({ when: { property: 'secure', equals: true }, required: true });
      expect(asked('plain')).toMatchObject({ when: { property: 'secure', equals: false } });
      expect(asked('open')).toMatchObject({ when: { property: 'secure', equals: true } });
      expect(asked('mine')).toMatchObject({ when: { property: 'mode', equals: 'b' } });
      expect(asked('never')).toMatchObject({ hidden: true, required: false });
    });

    it('are asked for anything more when the form is evaluated, at the field', () => {
      expect(asked('both')).toMatchObject({ required: false });
      expect(asked('both')?.when).toBeUndefined();
      expect(problems({})).toEqual([]);
      expect(problems({ secure: true })).toEqual([{ path: 'both', code: 'required', sentence: 'Fill in "Both".' }]);
      expect(problems({ secure: true, both: 'x' })).toEqual([]);
      expect(problems({ mode: 'a' })).toEqual([{ path: 'wish', code: 'required', sentence: 'Fill in "Wish".' }]);
    });

    it('are not judged by rules that speak of a secret: it is sealed by then', () => {
      const sealed = createSecretBox(Buffer.alloc(32, 1));
      const secret = formsOf(
        APP,
        `
Version: 2.2
Application: {'?': {type: t.App}, title: $.one.title}
Forms:
  - one:
      fields:
        - {name: title, type: string}
        - {name: pin, type: password, validators: [{expr: $.len() < 9, message: Too long.}]}
        - {name: again, type: password}
      validators:
        - {expr: $.one.pin = $.one.again, message: The two differ.}
        - {expr: $.one.title != 'no', message: Not no.}
`,
      );
      const found = (title: string) => {
        const answers = service({ title, pin: sealed.seal('Passw0rd'), again: sealed.seal('Passw0rd') });
        return secret.problemsOf(answers, environment(answers));
      };
      expect(found('yes')).toEqual([]);
      expect(found('no')).toEqual([{ path: 'title', code: 'form_refused', sentence: 'Not no.' }]);
    });

    it('are refused by validators and by contracts of the class at their field, in words', () => {
      expect(problems({ title: 'longer' })).toEqual([{ path: 'title', code: 'field_refused', sentence: 'Too long.' }]);
      expect(problems({ port: -1 })).toEqual([{ path: 'port', code: 'contract', sentence: '"Port" cannot be -1.' }]);
    });
  });

  it('lets nothing pass that contracts refuse of the objects in an object, or of how many there are', () => {
    const machine = (flavor: string) =>
      `{'?': {type: io.murano.resources.LinuxMuranoInstance}, name: a, flavor: ${flavor}}`;
    const problems = (parts: string) => {
      const form = formsOf(
        APP,
        `
Version: 2.2
Application: {'?': {type: t.App}, title: $.one.title, adminPassword: $.one.code, ${parts}}
Forms:
  - one:
      fields:
        - {name: title, type: string, required: false}
        - {name: code, type: password, required: false}
`,
      );
      const answers = service({ title: 'hi' });
      return form.problemsOf(answers, environment(answers)).map(({ sentence }) => sentence);
    };
    expect(problems(`slaves: [${machine('small')}], master: ${machine('small')}`)).toEqual([]);
    expect(problems(`slaves: [${machine('small')}], master: ${machine('null')}`)).toEqual([
      '"flavor" must be filled in.',
    ]);
    expect(problems('slaves: []')).toEqual(['"slaves": Array length 0 is not within [1..3] range']);
  });

  it('makes objects of templates that stand as values, each where it stands', () => {
    const form = (templates: string) =>
      formsOf(
        APP,
        `
Version: 2.2
Templates: ${templates}
Application: {'?': {type: t.App}, title: $.one.title, master: $server, slaves: [$server, $server]}
Forms:
  - one: {fields: [{name: title, type: string}]}
`,
      );
    const answers = service({ title: 'hi' });
    const made = form("{server: {'?': {type: t.Server}, name: $.one.title, inner: $inner}, inner: {size: 1}}");
    const object = made.objectOf(answers, environment(answers));
    expect(object).toMatchObject({
      master: { '?': { type: 't.Server' }, name: 'hi', inner: { size: 1 } },
      slaves: [{ name: 'hi' }, { name: 'hi' }],
    });
    const ids = JSON.stringify(object).match(/"id":"\w+"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    const endless = form('{server: {again: $server}}');
    expect(() => endless.objectOf(answers, environment(answers))).toThrow('without end');
  });

  it('asks what the service is called apart from a name that obeys rules of its own, and always for a size', () => {
    const form = formsOf(
      APP,
      `
Version: 2.2
Application: {'?': {type: t.App}, name: $.one.name, title: $.one.title}
Forms:
  - one:
      fields:
        - {name: name, type: string, label: Domain name, validators: [{expr: {regexpValidator: '^\\w+\\.\\w+$'}, message: A dot.}]}
        - {name: size, type: flavor, required: false}
        - {name: title, type: string}
`,
    );
    const asked = (name: string) => form.formOf('t.App')?.properties.find((one) => one.name === name);
    expect(asked('name')).toMatchObject({ kind: 'name', label: 'Service name' });
    expect(asked('one_name')).toMatchObject({ kind: 'string', label: 'Domain name', required: true });
    expect(asked('size')).toMatchObject({ kind: 'flavor', required: true });
    expect(form.formOf('t.App')?.steps[0]?.fields).toEqual(['name', 'one_name', 'size', 'title']);
    const answers = service({ one_name: 'a.b', title: 'hi', size: 'm1.small' });
    expect(form.objectOf(answers, environment(answers))).toMatchObject({ name: 'a.b', '?': { name: 'shop' } });
  });

  it('has patterns of validators as rules of its properties, and tables', () => {
    const form = formsOf(
      APP,
      `
Version: 2.2
Application: {'?': {type: t.App}, name: $.one.name, title: $.one.title}
Forms:
  - one:
      fields:
        - {name: name, type: string}
        - name: title
          type: string
          regexpValidator: '^[a-z]+$'
          validators: [{expr: {regexpValidator: '^[^x]'}, message: No x first.}]
        - {name: pin, type: password, validators: [{expr: {regexpValidator: '^\\S+$'}, message: No blanks.}]}
        - name: nodes
          type: table
          columns: [{name: host, label: Host}, {column_name: main, title: Main, column_type: radio}]
`,
    ).formOf('t.App');
    const asked = (name: string) => form?.properties.find((one) => one.name === name);
    expect(asked('title')).toMatchObject({
      pattern: { expression: '^[a-z]+$' },
      furtherPatterns: [{ expression: '^[^x]', sentence: 'No x first.' }],
    });
    expect(asked('pin')).toMatchObject({ pattern: { expression: '^\\S+$', sentence: 'No blanks.' } });
    expect(asked('nodes')).toMatchObject({
      kind: 'table',
      rows: 'objects',
      columns: [
        { name: 'host', label: 'Host', kind: 'string', required: false },
        { name: 'main', label: 'Main', kind: 'boolean', required: false },
      ],
    });
  });

  it('knows parameters of its own and of a class, what the service is called, and objects that stand in it once', () => {
    const named = formsOf(
      APP.replace(
        'Methods:',
        'Methods:\n  sizes: {Usage: Static, Scope: Public, Body: [{Return: {least: 2, sizes: [[s, Small]]}}]}',
      ),
      `
Version: 2.6
Parameters: {word: Hello, least: 1}
ParametersSource: t.App.sizes
Templates:
  friend: {'?': {type: t.App}, name: friend}
Application:
  '?': {type: t.App}
  name: name()
  title: $word
  other: ref($friend)
  port: $least
  hosts:
    - generateHostname('web-#', 2)
    - generateHostname('', 1)
  again: ref($friend)
Forms:
  - one:
      fields:
        - {name: size, type: choice, choices: $sizes, initial: s}
        - {name: count, type: integer, minValue: $least, initial: 3}
`,
    );
    const asked = (name: string) => named.formOf('t.App')?.properties.find((one) => one.name === name);
    expect(asked('size')?.choices).toEqual([{ value: 's', label: 'Small' }]);
    expect(asked('count')).toMatchObject({ min: 2 });
    const answers = service({ size: 's', count: 3 });
    const object = named.objectOf(answers, environment(answers));
    expect(object).toMatchObject({ name: 'shop', title: 'Hello', port: 2, other: { name: 'friend' } });
    expect(object?.hosts).toEqual(['web-2', expect.stringMatching(/^m\w+-1$/)]);
    expect(object).toMatchObject({ other: { '?': { id: object?.again } } });
  });
});
