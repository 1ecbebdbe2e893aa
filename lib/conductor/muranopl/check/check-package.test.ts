import { createLibrary, define, MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../diagnostics';
import { MuranoEngine } from '../engine/engine';
import { LANGUAGE_NATIVES } from '../natives/index';
import { readPackage } from '../packages/read-package';
import { type CheckContext, checkPackage } from './check-package';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const bytes = (text: string) => new TextEncoder().encode(text);
const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, bytes(text)] as const));

const CORE = readPackage(
  files({
    'manifest.yaml': `Format: 1.4
Type: Library
FullName: io.murano
Classes:
  io.murano.Object: all.yaml
  io.murano.Application: all.yaml
  io.murano.system.Resources: all.yaml
  io.murano.metadata.Title: all.yaml
`,
    'Classes/all.yaml': `Namespaces: {=: io.murano}
Name: Object
---
Name: Application
Methods: {reportDeployed: {Body: []}}
---
Name: io.murano.system.Resources
---
Name: io.murano.metadata.Title
Usage: Meta
Properties: {text: {Contract: $.string()}}
`,
  }),
  () => engine,
);

const library = createLibrary().child();
for (const name of ['new', 'id', 'super'])
  library.register(define(name, 'function', '*args:any, **more:any', () => null));
for (const name of ['find', 'require']) library.register(define(name, 'method', 'value:any, *args:any', () => null));
const context: CheckContext = {
  libraries: CORE.package ? [CORE.package] : [],
  natives: [
    {
      name: 'io.murano.Object',
      methods: [{ name: 'getAttr', arguments: [{ name: 'name' }, { name: 'default' }], run: () => null }],
    },
  ],
  engineFor: () => engine,
  libraryFor: () => library,
  classMaker: (registry) => {
    const { classes } = new MuranoEngine({ finder: registry, natives: LANGUAGE_NATIVES });
    return (name, from) => void classes.find(name, from);
  },
};

const MANIFEST = `Format: 1.4
Type: Application
FullName: com.acme.Wiki
Logo: logo.png
Classes: {com.acme.Wiki: Wiki.yaml}
`;
const GOOD = `Namespaces: {=: com.acme, std: io.murano, sys: io.murano.system}
Name: Wiki
Extends: std:Application
Meta: {io.murano.metadata.Title: {text: Wiki}}
Properties:
  name: {Contract: $.string().notNull().check(len($) < 10)}
  pages: {Contract: [$.class(Wiki), 0, 9], Default: []}
Methods:
  deploy:
    Arguments: [{more: {Contract: {$.string(): {name: $.int()}}}}]
    Body:
      - $resources: new(sys:Resources)
      - $template: $resources.yaml('Deploy.template').bind(dict(name => $.name, more => $more))
      - $.count: $.getAttr(count, 0) + 1
      - For: page
        In: $.pages.where($.name != null)
        Do: $page.deploy($template, let(n => 1) -> $n)
      - Try: $this.reportDeployed()
        Catch: {As: e, Do: {Return: [$e.message, $.count]}}
`;
const check = (texts: Record<string, string>) =>
  checkPackage(files({ 'UI/ui.yaml': 'Version: 2\nApplication: {}\n', 'logo.png': '', ...texts }), context).map(
    describeProblem,
  );
const ofClass = (text: string) =>
  check({ 'manifest.yaml': MANIFEST, 'Classes/Wiki.yaml': text, 'Resources/Deploy.template': '' });

describe('a package', () => {
  it('that is right has no problems', () => {
    expect(ofClass(GOOD)).toEqual([]);
  });

  it('is told everything that is wrong with its classes at once', () => {
    const text = `Namespaces: {=: com.acme, std: io.murano, sys: io.murano.system}
Name: Wiki
Extends: std:Aplication
Meta: {io.murano.metadata.Title: {texts: Wiki}}
Properties:
  name: {Contract: $.strin().notNull(1)}
  kind: {Contract: string()}
  size: {Contract: int}
  pages: {Contract: {$.string(): $, $.int(): $, x: $.class(Page)}}
Methods:
  deploy:
    Body:
      - $resources: new(sys:Resources)
      - $t: $resources.yaml('Deply.template')
      - toUpper($t)
      - deploy()
      - lenn($t)
      - $x: new(no:Where)
      - $.call(new('com.acme.Page'), $tt,
            $u)
      - If: $.name
`;
    expect(ofClass(text)).toEqual([
      `Classes/Wiki.yaml:3:10: There is no class io.murano.Aplication.
    std:Aplication
    Hint: Did you mean io.murano.Application?`,
      `Classes/Wiki.yaml:4:35: The class io.murano.metadata.Title has no property texts.
    texts
    Hint: Did you mean text?`,
      `Classes/Wiki.yaml:6:22: There is no contract strin().
    strin()
    Hint: Did you mean string?`,
      `Classes/Wiki.yaml:6:30: The contract notNull() takes no arguments.
    notNull(1)`,
      `Classes/Wiki.yaml:7:20: warning: This contract does not look at the value.
    string()
    Hint: The value is $, for example $.string().notNull().`,
      `Classes/Wiki.yaml:8:20: warning: This contract accepts its own text alone.
    int
    Hint: Did you mean $.int()?`,
      `Classes/Wiki.yaml:9:37: A dict in a contract can have one key that is an expression, and this is one more.
    $.int()
    Hint: Known keys are written as texts.`,
      `Classes/Wiki.yaml:9:60: There is no class com.acme.Page.
    Page`,
      `Classes/Wiki.yaml:14:29: There is no file Resources/Deply.template.
    Deply.template
    Hint: Did you mean Deploy.template?`,
      `Classes/Wiki.yaml:15:9: There is no function toUpper().
    toUpper($t)
    Hint: It is called on a value: value.toUpper().`,
      `Classes/Wiki.yaml:16:9: There is no function deploy().
    deploy()
    Hint: A method of the class is called on its object: $.deploy().`,
      `Classes/Wiki.yaml:17:9: There is no function lenn().
    lenn($t)
    Hint: Did you mean len?`,
      `Classes/Wiki.yaml:18:17: No namespace has the prefix "no".
    no:Where
    Hint: Add "no: …" to Namespaces.`,
      `Classes/Wiki.yaml:19:9: There is no class com.acme.Page.
    'com.acme.Page'`,
      `Classes/Wiki.yaml:19:9: warning: Nothing sets $tt, so it is always null.
    $tt
    Hint: Did you mean $t?`,
      `Classes/Wiki.yaml:19:9: warning: Nothing sets $u, so it is always null.
    $u
    Hint: Did you mean $t?`,
      `Classes/Wiki.yaml:21:9: If needs Then.
    If:`,
    ]);
  });

  it('is warned of members that no class above has, once all of them are known', () => {
    const text = GOOD.replace('Try: $this.reportDeployed()', 'Try: $.reportDeploid($this.nam, $.deploy, $.missing)');
    expect(ofClass(text)).toEqual([
      `Classes/Wiki.yaml:18:16: warning: The class com.acme.Wiki has no method reportDeploid.
    reportDeploid($this.nam, $.deploy, $.missing)
    Hint: Did you mean reportDeployed?`,
      `Classes/Wiki.yaml:18:36: warning: The class com.acme.Wiki has no property nam, and sets none.
    nam
    Hint: Did you mean name?`,
    ]);
    expect(ofClass(text.replace('std:Application', 'com.acme.Unknown'))).toHaveLength(1);
  });

  it('is warned of defaults that speak of what is not there, or do not meet their contract', () => {
    const withDefault = (property: string) => ofClass(GOOD.replace('Methods:\n', `  more: {${property}}\nMethods:\n`));
    expect(withDefault('Contract: $, Default: {a: [$.nam, $.nothing()]}')).toEqual([
      `Classes/Wiki.yaml:8:39: warning: The class com.acme.Wiki has no property nam, and sets none.
    nam
    Hint: Did you mean name?`,
      `Classes/Wiki.yaml:8:46: warning: The class com.acme.Wiki has no method nothing.
    nothing()`,
    ]);
    expect(withDefault('Contract: $.int(), Default: hello')).toEqual([
      `Classes/Wiki.yaml:8:38: warning: This default of more does not meet its contract: an object without a value of its own cannot be made.
    hello`,
    ]);
    for (const right of [
      'Contract: $.int(), Default: "5"',
      'Contract: $.string().notNull(), Default: null',
      'Contract: $.string(), Default: 5',
      'Contract: $, Default: {a: $.name}',
      'Contract: $, Usage: Static, Default: {a: $.nam}',
    ])
      expect([right, withDefault(right)]).toEqual([right, []]);
  });

  it('is warned of a class that is there twice, in a file or in two', () => {
    const more = '---\nNamespaces: {=: com.acme}\nName: Wiki\n';
    expect(ofClass(`${GOOD}${more}`)).toEqual([
      `Classes/Wiki.yaml:21:1: warning: The class com.acme.Wiki is declared above, too: one of them is never used.
    com.acme.Wiki`,
    ]);
  });

  it('is warned of what is called above and is not there', () => {
    const text = GOOD.replace('Try: $this.reportDeployed()', 'Try: super($, $.reportDeploid())');
    expect(ofClass(text)).toEqual([
      `Classes/Wiki.yaml:18:25: warning: No class above com.acme.Wiki has a method reportDeploid.
    super($, $.reportDeploid())
    Hint: Did you mean reportDeployed?`,
    ]);
    expect(ofClass(GOOD.replace('Try: $this.reportDeployed()', 'Try: super($, $.initialize())'))[0]).toContain(
      'Hint: It is called .init now, and every class has its own called by itself.',
    );
    expect(ofClass(GOOD.replace('Try: $this.reportDeployed()', 'Try: super($, $.reportDeployed())'))).toEqual([]);
  });

  it('is told how a function is called that was called on the object', () => {
    expect(ofClass(GOOD.replace('Try: $this.reportDeployed()', 'Try: $.new(Wiki)'))).toEqual([
      `Classes/Wiki.yaml:18:16: warning: The class com.acme.Wiki has no method new.
    new(Wiki)
    Hint: It is a function: new(…).`,
    ]);
  });

  it('is warned of calls that do not fit what a method takes, where it is certain which one is called', () => {
    const text = `Namespaces: {=: com.acme, std: io.murano, sys: io.murano.system}
Name: Wiki
Extends: std:Application
Properties:
  name: {Contract: $.string().notNull()}
  next: {Contract: $.class(Wiki)}
  note: {Contract: $.string()}
Methods:
  .init: {Body: [$.made: !yaql 'new(Wiki, name => a)']}
  add:
    Arguments: [{page: {Contract: $.string().notNull()}}, {at: {Contract: $.int(), Default: 0}}]
    Body: []
  all: {Arguments: [{rest: {Usage: VarArgs, Contract: $}}, {more: {Usage: KwArgs, Contract: $}}], Body: []}
  make: {Usage: Static, Body: []}
  deploy:
    Arguments: [{other: {Contract: $.class(Wiki).notNull()}}]
    Body:
      - $.add(a, 1)
      - $.add(a, at => 1)
      - $.all(1, 2, x => 3)
      - $.getAttr(key)
      - $this.add()
      - $other.next.add(a, 1, 2)
      - $.next.add(pag => a)
      - $.made.add(a, page => b)
      - $wiki: new(Wiki, nam => x)
      - $wiki.make(1)
      - :Wiki.make(x => 1)
      - $.find(Wiki).require().reportDeployed(1)
      - $one: new(Wiki, name => $)
      - $one: $other.note
      - $one.add()
      - list($.made).select($.add()).add()
      - Try: []
        Catch: {As: other, Do: []}
`;
    expect(ofClass(text)).toEqual([
      `Classes/Wiki.yaml:22:15: warning: The method add needs page.
    add()`,
      `Classes/Wiki.yaml:24:16: warning: The method add has no argument pag.
    add(pag => a)
    Hint: Did you mean page?`,
      `Classes/Wiki.yaml:24:16: warning: The method add needs page.
    add(pag => a)`,
      `Classes/Wiki.yaml:25:16: warning: The method add gets the argument page twice.
    add(a, page => b)`,
      `Classes/Wiki.yaml:26:16: warning: The class com.acme.Wiki has no property nam; it is passed over.
    new(Wiki, nam => x)
    Hint: Did you mean name?`,
      `Classes/Wiki.yaml:26:16: warning: The class com.acme.Wiki needs name.
    new(Wiki, nam => x)`,
      `Classes/Wiki.yaml:27:15: warning: The method make takes no arguments, and gets 1.
    make(1)`,
      `Classes/Wiki.yaml:28:15: warning: The method make has no argument x.
    make(x => 1)
    Hint: It takes none.`,
      `Classes/Wiki.yaml:29:32: warning: The method reportDeployed takes no arguments, and gets 1.
    reportDeployed(1)`,
    ]);
    expect(ofClass(text.replace('As: other', 'As: e'))).toContain(
      `Classes/Wiki.yaml:23:21: warning: The method add takes 2 arguments, and gets 3.
    add(a, 1, 2)
    Hint: It takes page, at.`,
    );
  });

  it('has classes that can be made', () => {
    const meta = `Name: com.acme.Wiki
Properties: {p: {Contract: $, Meta: com.acme.Note}}
---
Name: com.acme.Note
Usage: Meta
Applies: Method
`;
    const manifest = MANIFEST.replace('com.acme.Wiki: Wiki.yaml', 'com.acme.Wiki: Wiki.yaml, com.acme.Note: Wiki.yaml');
    expect(check({ 'manifest.yaml': manifest, 'Classes/Wiki.yaml': meta })).toEqual([
      'Classes/Wiki.yaml:1:1: Meta class com.acme.Note is not applicable here\n    com.acme.Wiki',
    ]);
    expect(ofClass('Name: com.acme.Wiki\nExtends: com.acme.Wiki')).toEqual([
      'Classes/Wiki.yaml:1:1: The class com.acme.Wiki extends itself.\n    com.acme.Wiki',
    ]);
  });

  it('is told once, and with a hint, that the type of a resource needs quotation marks', () => {
    const text = `Name: com.acme.Wiki
Methods:
  deploy:
    Body:
      - $t: {resources: {vol: {type: OS::Cinder::Volume}}}
      - $u: dict(type => OS::Nova::Server)
      - $v: {type: "OS::Heat::Stack"}
`;
    expect(check({ 'manifest.yaml': MANIFEST, 'Classes/Wiki.yaml': text })).toEqual([
      `Classes/Wiki.yaml:5:38: OS::Cinder::Volume without quotation marks is read as an expression.
    OS::Cinder::Volume
    Hint: Put it in quotation marks: "OS::Cinder::Volume".`,
      `Classes/Wiki.yaml:6:26: OS::Nova::Server without quotation marks is read as an expression.
    OS::Nova::Server
    Hint: Put it in quotation marks: "OS::Nova::Server".`,
    ]);
  });

  it('is never told to require itself or the core library', () => {
    const core = `Format: 1.4
Type: Library
FullName: io.murano
Classes:
  io.murano.Object: all.yaml
`;
    const problems = check({
      'manifest.yaml': core,
      'Classes/all.yaml': 'Name: io.murano.Object\nImport: io.murano.Application',
    });
    expect(problems.join()).toContain('There is no class io.murano.Application');
    expect(problems.join()).not.toContain('Require');
  });

  it('is held against its manifest', () => {
    const manifest = `${MANIFEST.replace('com.acme.Wiki: Wiki.yaml', 'com.acme.Wicki: Wiki.yaml, com.acme.Gone: Gone.yaml')}UI: form.yaml\nRequire: {com.acme.Lib: 2}\n`;
    expect(
      check({
        'manifest.yaml': manifest,
        'Classes/Wiki.yaml': 'Name: com.acme.Wiki\nExtends: com.acme.Gone',
        'Classes/x/More.yaml': 'Name: M',
      }),
    ).toEqual([
      `Classes/Wiki.yaml:1:1: warning: The manifest does not list the class com.acme.Wiki.
    com.acme.Wiki
    Hint: Add "com.acme.Wiki: Wiki.yaml" to Classes.`,
      'Classes/x/More.yaml:1:1: warning: No class of the manifest is in this file.',
      `manifest.yaml:5:27: Classes/Wiki.yaml does not declare the class com.acme.Wicki.
    com.acme.Wicki
    Hint: Did you mean com.acme.Wiki?`,
      `manifest.yaml:5:53: The class com.acme.Gone has no file Classes/Gone.yaml.
    Gone.yaml`,
      `manifest.yaml:6:5: warning: The form UI/form.yaml is not in the package.
    form.yaml`,
      `manifest.yaml:7:11: warning: The package com.acme.Lib (2) is not at hand.
    Hint: Not checked: their classes.`,
    ]);
  });

  it('that needs others is told calmly which are not at hand, and what cannot be checked for that', () => {
    const manifest = `${MANIFEST}Require:\n  com.acme.AvailablePackages:\n  com.acme.Lib: 2\n  io.murano: 3\n`;
    const text = `Namespaces: {=: com.acme, std: io.murano}
Name: Wiki
Extends: Book
Properties:
  shelf: {Contract: $.class(AvailablePackages)}
  page: {Contract: $.class('com.acme.lib.Page')}
Methods:
  deploy:
    Body:
      - $.shelf.put(new(AvailablePackages), $.anything, $.any())
      - $.find(std:Aplication)
`;
    const problems = check({ 'manifest.yaml': manifest, 'Classes/Wiki.yaml': text });
    expect(problems.filter((one) => one.includes('warning'))).toEqual([
      `manifest.yaml:7:3: warning: 2 packages are not at hand.
    com.acme.AvailablePackages, com.acme.Lib (2)
    Hint: Not checked: com.acme.Book, com.acme.AvailablePackages, com.acme.lib.Page.`,
      `manifest.yaml:9:3: warning: The package io.murano (3) is not at hand.
    io.murano: 3
    Hint: There is only 0.0.0.`,
    ]);
    expect(check({ 'manifest.yaml': manifest.replace(/ {2}io.murano.*\n/, ''), 'Classes/Wiki.yaml': text })[0]).toBe(
      `Classes/Wiki.yaml:11:16: There is no class io.murano.Aplication.
    std:Aplication
    Hint: Did you mean io.murano.Application?`,
    );
  });

  it('without a Format is one of 1.0, and several arguments under one dash bring no further problem', () => {
    const text = `Name: com.acme.Wiki
Methods:
  deploy:
    Arguments: {a: {Contract: $}, b: {Contract: $}}
    Body: [{Return: $a + $b}]
`;
    const manifest = MANIFEST.replace('Format: 1.4\n', '');
    expect(check({ 'manifest.yaml': manifest, 'Classes/Wiki.yaml': text })).toEqual([
      `Classes/Wiki.yaml:4:16: An argument of the method deploy must be a mapping of one key, and this is a mapping of 2.
    a: {Contract: $}, b: {Contract: $}
    Hint: Put a dash before each argument.`,
      `manifest.yaml:1:1: warning: The manifest has no Format, so the package is read as one of 1.0.
    Hint: Format: 1.4`,
    ]);
  });

  it('has a form that makes objects of classes that are there', () => {
    const form = `Version: 2
Application:
  '?': {type: com.acme.Wiki/1.0}
  page: {'?': {type: com.acme.Page}}
Forms:
  - main:
      fields:
        - {name: a, type: string}
        - {name: b, type: [com.acme.Wiki, com.acme.Wike]}
Form: []
`;
    expect(
      check({ 'manifest.yaml': MANIFEST, 'Classes/Wiki.yaml': 'Name: com.acme.Wiki', 'UI/ui.yaml': form }),
    ).toEqual([
      `UI/ui.yaml:4:22: There is no class com.acme.Page.
    com.acme.Page`,
      `UI/ui.yaml:9:43: warning: There is no class com.acme.Wike at hand.
    com.acme.Wike
    Hint: Did you mean com.acme.Wiki?`,
      `UI/ui.yaml:10:1: warning: A form has no "Form"; it is passed over.
    Form
    Hint: Did you mean Forms?`,
    ]);
  });

  it('has a form whose expressions speak of what there is', () => {
    const form = `Version: 2.7
Templates:
  page:
    '?': {type: com.acme.Wiki}
    name: generateHostname($.main.patern, $index + 1)
Application:
  name: $.main.name.toUpper()
  pages: repeat($page, $.main.count)
  more: repeet($pag, 1)
  last: $.mian.name
  all: $.main.list.select($.what).where($ != null)
  rest: switch($.main.count, $=null => list(), $ != null => let(x => 1) -> $x)
  bad: $.main.name(
Forms:
  - main:
      fields:
        - {name: name, type: sting, label: Name (short), helpText: "Any $text (of yours)"}
        - {name: count, type: integer, initial: $.main.nam, validators: [{expr: $ > 0 and $.any.thing}]}
        - {name: list}
        - {name: pattern, type: string, hidden: $.main.count.isSmall()}
        - {name: code, type: string, regexpValidator: '^(?=.*[0-9]).+$'}
      validators:
        - expr: $.main.count < 2 or not $.main.pattern.bool() or '#' in $.main.pattern
          message: Put a # in
  - second
`;
    expect(
      check({ 'manifest.yaml': MANIFEST, 'Classes/Wiki.yaml': 'Name: com.acme.Wiki', 'UI/ui.yaml': form }).map(
        (problems) => problems.replace(/^UI\/ui.yaml:/, ''),
      ),
    ).toEqual([
      `1:10: A form of this version cannot be shown.
    2.7
    Hint: Forms have the Version 1 or one from 2.0 to 2.6.`,
      `5:35: warning: The form main has no field patern, so this is always null.
    $.main.patern
    Hint: Did you mean pattern?`,
      `9:9: There is no function repeet() in forms.
    repeet($pag, 1)
    Hint: Did you mean repeat?`,
      `9:16: warning: Nothing sets $pag, so it is always null.
    $pag
    Hint: Did you mean $page?`,
      `10:11: There is no form mian.
    mian
    Hint: Did you mean main?`,
      `13:20: warning: This is taken for a text, since as an expression it ends where a value or a bracket is missing.
    $.main.name(
    Hint: Put it into quotation marks if it is a text.`,
      `17:30: warning: There is no kind of field sting.
    sting
    Hint: Did you mean string?`,
      `18:56: warning: The form main has no field nam, so this is always null.
    $.main.nam
    Hint: Did you mean name?`,
      `19:11: A field needs type.
    name: list`,
      `20:62: There is no function isSmall() in forms.
    isSmall()`,
      `21:55: A pattern cannot look ahead or behind, as (?=…) and (?<!…) do, nor refer back to a group, as \\1 does. Write it without them.
    ^(?=.*[0-9]).+$`,
      `25:5: A form is a name with its fields.
    second
    Hint: - name: {fields: [{name: size, type: integer}]}`,
    ]);
  });

  it('is told of validators that say nothing, and of patterns in them that cannot be searched for', () => {
    const form = `Version: 2.2
Application: {'?': {type: com.acme.Wiki}, name: $.main.name}
Forms:
  - main:
      fields:
        - name: name
          type: string
          validators:
            - {expr: {regexpValidator: '^(?!x)'}, message: No x.}
            - {message: Nothing}
`;
    const found = check({ 'manifest.yaml': MANIFEST, 'Classes/Wiki.yaml': 'Name: com.acme.Wiki', 'UI/ui.yaml': form });
    expect(found).toEqual([
      expect.stringMatching(/^UI\/ui\.yaml:9:\d+: A pattern cannot look ahead or behind/),
      expect.stringMatching(/^UI\/ui\.yaml:10:\d+: A validator needs expr\./),
    ]);
  });

  it('without a manifest is none', () => {
    expect(check({})).toEqual(['manifest.yaml:1:1: A package needs a manifest.yaml.']);
    expect(check({ 'wiki/manifest.yaml': MANIFEST })[0]).toContain(
      'Hint: There is one in wiki/: pack what is in that folder.',
    );
  });

  it('needs the classes that its manifest lists, in files that hold something', () => {
    expect(ofClass('')).toEqual([
      `manifest.yaml:5:26: Classes/Wiki.yaml does not declare the class com.acme.Wiki.
    com.acme.Wiki
    Hint: The file is empty.`,
    ]);
  });
});
