import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { isVetroError } from '@/lib/errors';
import { describeProblem } from '../diagnostics';
import { MuranoEngine } from '../engine/engine';
import { formatVersion, parseVersion, type Version, VersionSpec } from '../types/versions';
import { MuranoPackage } from './murano-package';
import { PackageRegistry, withInPlace } from './package-registry';
import { readPackage } from './read-package';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const bytes = (text: string) => new TextEncoder().encode(text);
const open = (files: Record<string, string>) =>
  readPackage(new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)])), () => engine);
const manifestProblems = (text: string) => open({ 'manifest.yaml': text }).problems.map(describeProblem);

const WIKI = `Format: 1.4
Type: Application
FullName: com.acme.Wiki
Name: Wiki
Version: 1.2
Tags: [web, 2.0]
Require:
  com.acme.Lib: 1
  com.acme.Other:
Classes:
  com.acme.Wiki: Wiki.yaml
  com.acme.Page: Wiki.yaml
  com.acme.Bare: Bare.yaml
Meta:
  io.murano.metadata.Title: {text: Wiki}
UI: form.yaml
`;
const CLASSES = {
  'Classes/Wiki.yaml': 'Namespaces: {=: com.acme}\nName: Wiki\n---\nName: Page\n',
  'Classes/Bare.yaml': 'Extends: com.acme.Page\n',
};

describe('a package', () => {
  it('says who it is, and reads a class when it is asked for', () => {
    const { package: wiki, manifest, problems } = open({ 'manifest.yaml': WIKI, ...CLASSES, 'Resources/a/b.txt': 'x' });
    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({ type: 'Application', title: 'Wiki', tags: ['web', '2.0'], runtimeVersion: '1.4' });
    expect(manifest?.ui).toEqual({ text: 'form.yaml', place: { file: 'manifest.yaml', line: 16, column: 5 } });
    expect(wiki).toMatchObject({ name: 'com.acme.Wiki', version: '1.2.0' });
    expect(wiki?.meta.map(({ type }) => type.name)).toEqual(['io.murano.metadata.Title']);
    expect(wiki?.classNames()).toEqual(['com.acme.Wiki', 'com.acme.Page', 'com.acme.Bare']);
    expect(wiki?.classDeclaration('com.acme.Page')).toMatchObject({ place: { file: 'Classes/Wiki.yaml', line: 4 } });
    expect(wiki?.classDeclaration('com.acme.Bare')).toMatchObject({ parents: [{ name: 'com.acme.Page' }] });
    expect(wiki?.classDeclaration('com.acme.None')).toBeUndefined();
    expect(wiki?.resource('a/b.txt')).toEqual(bytes('x'));
    expect(wiki?.resource('b.txt')).toBeUndefined();
  });

  it('has the classes that stand beside those it lists, as Murano 14 does', () => {
    const { package: acme } = open({
      'manifest.yaml': 'Format: 1.4\nType: Library\nFullName: acme\nClasses: {acme.M: m.yaml}\n',
      'Classes/m.yaml': 'Namespaces: {=: acme}\nName: M\n---\nName: U\n---\nName: other.V\n',
      'Classes/unlisted.yaml': 'Name: acme.M\n---\nName: acme.W\n',
    });
    expect(acme?.hasClass('acme.U')).toBe(true);
    expect(acme?.classDeclaration('other.V')).toMatchObject({ place: { file: 'Classes/m.yaml', line: 6 } });
    expect(acme?.hasClass('acme.W')).toBe(false);
    expect(acme?.classDeclaration('acme.M')).toMatchObject({ place: { file: 'Classes/m.yaml', line: 1 } });
  });

  it('with arguments in one mapping refuses the class as Murano does, in a way that packages may catch', () => {
    const refused = (args: string) => {
      const { package: t } = open({
        'manifest.yaml': 'Format: 1.4\nType: Library\nFullName: t\nClasses: {t.A: a.yaml}\n',
        'Classes/a.yaml': `Name: t.A\nMethods:\n  foo:\n    Arguments: ${args}\n    Body: []\n`,
      });
      return () => t?.classDeclaration('t.A');
    };
    expect(refused('{x: {Contract: $}, y: {Contract: $}}')).toThrow(
      expect.objectContaining({ kind: 'DslSyntaxError', message: expect.stringContaining('a.yaml, line 4') }),
    );
    expect(refused('[x]')).toThrow(expect.objectContaining({ kind: 'DslSyntaxError' }));
    expect(refused('{x: {Contract: $}}')).not.toThrow();
  });

  it('is told which package to require for a class that is there and out of reach', () => {
    const holder = open({
      'manifest.yaml': 'Format: 1.4\nType: Library\nFullName: acme.Lib\nVersion: 2.1\nClasses: {acme.L: l.yaml}\n',
      'Classes/l.yaml': 'Name: acme.L\n',
    }).package;
    const user = open({ 'manifest.yaml': 'Format: 1.4\nType: Library\nFullName: acme.User\n' }).package;
    const core = open({ 'manifest.yaml': 'Format: 1.4\nType: Library\nFullName: io.murano\n' }).package;
    if (!holder || !user || !core) throw new Error('A package does not open.');
    const { classes } = new MuranoEngine({ finder: new PackageRegistry([core, holder, user]), natives: [] });
    expect(() => classes.find('acme.L', user)).toThrow(
      'acme.Lib has it; add "acme.Lib: 2" to Require in the manifest of acme.User',
    );
    expect(() => classes.find('acme.None', user)).toThrow(
      /acme\.None" is not found in acme\.User\/0\.0\.0, io\.murano/,
    );
  });

  it('takes the place of another one of its name while it is worked on', () => {
    const named = (description: string) =>
      open({ 'manifest.yaml': `Format: 1.4\nType: Library\nFullName: acme\nDescription: ${description}\n` }).package;
    const [shipped, own] = [named('shipped'), named('own')];
    if (!shipped || !own) throw new Error('A package does not open.');
    expect(new PackageRegistry(withInPlace([shipped], own)).package('acme')).toBe(own);
  });

  it('tells everything wrong in the manifest at once', () => {
    expect(
      manifestProblems('Format: Heat.HOT/1.0\nType: App\nFullName: a b\nVersion: x\nRequire: {l: new}\nColour: 1'),
    ).toEqual([
      'manifest.yaml:6:1: warning: The manifest has no "Colour"; it is passed over.\n    Colour\n    Hint: Known are Format, Type, FullName, Name, Description, Author, Tags, Categories, Version, Require, Classes, Meta, UI, Logo, Supplier.',
      'manifest.yaml:3:11: FullName must be words with dots between them.\n    a b\n    Hint: For example com.acme.Wiki.',
      'manifest.yaml:2:7: Type must be one of Application, Library.\n    App',
      'manifest.yaml:4:10: A version has up to three numbers.\n    x\n    Hint: For example 1.2.0.',
      'manifest.yaml:1:9: Packages of this format cannot be read.\n    Heat.HOT/1.0\n    Hint: MuranoPL packages have a Format from 1.0 to 1.6.',
      'manifest.yaml:5:14: This says not which versions of l will do.\n    new\n    Hint: For example 1, 1.2, =1.2.0 or ">=1.2, <3".',
    ]);
    expect(manifestProblems('')).toEqual(['manifest.yaml:1:1: The manifest is empty.']);
    expect(manifestProblems('- a')).toEqual([
      'manifest.yaml:1:1: The manifest must be a mapping, and this is a list.\n    [a]',
    ]);
    expect(open({}).problems.map(describeProblem)).toEqual(['manifest.yaml:1:1: A package needs a manifest.yaml.']);
    expect(manifestProblems(WIKI)[0]).toContain(
      'manifest.yaml:11:18: The class com.acme.Wiki has no file Classes/Wiki.yaml.',
    );
  });

  it('does not give a class whose file has errors', () => {
    const { package: wiki } = open({
      'manifest.yaml': WIKI,
      ...CLASSES,
      'Classes/Bare.yaml': 'Methods:\n  m:\n    Body:\n      - deploy\n      - {If: $x}\n',
    });
    let thrown: unknown;
    try {
      wiki?.classDeclaration('com.acme.Bare');
    } catch (error) {
      thrown = error;
    }
    expect(isVetroError(thrown) && [thrown.code, thrown.message]).toEqual([
      'package_invalid',
      'Classes/Bare.yaml, line 4: An instruction is an expression, an assignment or a construct, and this is a text. (and 1 more problem)',
    ]);
  });
});

const made = (name: string, version: string, classes: string[], requirements: Record<string, string> = {}) =>
  new MuranoPackage(
    {
      name,
      version: parseVersion(version) as Version,
      runtimeVersion: '1.4',
      requirements: new Map(
        Object.entries(requirements).map(([key, spec]) => [key, VersionSpec.parse(spec) as VersionSpec]),
      ),
      classFiles: new Map([['all.yaml', classes.map((one) => `Name: ${one}\n`).join('---\n')]]),
    },
    engine,
  );
const title = (found: MuranoPackage | undefined) => found && `${found.name}/${formatVersion(found.parts.version)}`;

describe('the registry', () => {
  const core = made('io.murano', '0.0.0', ['io.murano.Object']);
  const lib1 = made('lib', '1.0.0', ['lib.L', 'lib.Old']);
  const lib12 = made('lib', '1.2.0', ['lib.L', 'app.Own']);
  const lib2 = made('lib', '2.0.0', ['lib.L']);
  const app = made('app', '3.1.0', ['app.Own'], { lib: '1' });
  const other = made('other', '0.1.0', ['other.O'], { lib: '>=1', gone: '1' });
  const registry = new PackageRegistry([core, lib1, lib2, app, lib12, other]);

  it('takes the newest version that the one who asks accepts', () => {
    expect(title(registry.packageOf('lib.L', app))).toBe('lib/1.2.0');
    expect(title(registry.packageOf('lib.L', other))).toBe('lib/2.0.0');
    expect(registry.packageOf('lib.Old', app)).toBeUndefined();
  });

  it('takes its own class first, and knows the core library', () => {
    expect(registry.packageOf('app.Own', app)).toBe(app);
    expect(registry.packageOf('io.murano.Object', app)).toBe(core);
    expect(registry.packageOf('io.murano.Object', core)).toBe(core);
    expect(registry.packageOf('app.Own', other)).toBeUndefined();
  });

  it('may be asked for a version and for a package', () => {
    expect(title(registry.packageOf('lib.L', app, { versionSpec: '=1.0.0' }))).toBe('lib/1.0.0');
    expect(title(registry.packageOf('lib.L', undefined, { versionSpec: '2' }))).toBe('lib/2.0.0');
    expect(title(registry.packageOf('app.Own', undefined, { versionSpec: '1', packageName: 'lib' }))).toBe('lib/1.2.0');
    expect(registry.packageOf('lib.L', undefined)).toBeUndefined();
    expect(title(registry.packageOf('other.O', undefined))).toBe('other/0.1.0');
    expect(registry.packageOf('lib.L', app, { versionSpec: 'newest' })).toBeUndefined();
    expect(title(registry.package('lib', '1.0'))).toBe('lib/1.0.0');
  });

  it('knows which versions a package accepts, and what it misses', () => {
    expect([lib1, lib12, lib2, core, other].map((held) => registry.accepts(app, held))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(registry.accepts(app, lib2, '2')).toBe(true);
    expect(registry.accepts(app, app)).toBe(true);
    expect(registry.searched(app).map(({ name, version }) => `${name}/${version}`)).toEqual([
      'app/3.1.0',
      'lib/1.2.0',
      'io.murano/0.0.0',
    ]);
    expect(registry.unsatisfied(other).map(({ name, spec }) => [name, spec.text])).toEqual([['gone', '1']]);
  });
});
