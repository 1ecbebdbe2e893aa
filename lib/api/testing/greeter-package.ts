import { zip } from '@/lib/formats/archive/testing/write-zip';

/** A package without machines whose class has a property, an action and a static method. */
export const GREETER = 'com.acme.wire.Greeter';

/** The files of {@link GREETER}, by their paths. */
export function greeterFiles(version = '1.0.0'): Readonly<Record<string, string>> {
  return {
    'manifest.yaml': `Format: 1.4
Type: Application
FullName: ${GREETER}
Name: Greeter
Version: ${version}
Description: Greets whoever it is told to.
Author: Acme
Tags: [wired]
Classes: {${GREETER}: Greeter.yaml}
`,
    'UI/ui.yaml': `Version: 2.4
Application:
  '?': {type: ${GREETER}}
  title: $.form.title
Forms:
  - form: {fields: [{name: title, type: string, label: Title, required: true}]}
`,
    'Classes/Greeter.yaml': `Namespaces: {=: com.acme.wire, std: io.murano}
Name: Greeter
Extends: std:Application
Properties:
  title: {Contract: $.string().notNull()}
Methods:
  deploy:
    Body:
      - $.setAttr(deployed, true)
  greet:
    Scope: Public
    Arguments: [whom: {Contract: $.string().notNull()}]
    Body:
      - Return: concat('Hello ', $whom)
  add:
    Scope: Public
    Usage: Static
    Arguments:
      - a: {Contract: $.int().notNull()}
      - b: {Contract: $.int().notNull()}
    Body: [Return: $a + $b]
`,
  };
}

/** The same as the archive that Murano's client sends. */
export function greeterArchive(version?: string): Uint8Array {
  return zip(Object.entries(greeterFiles(version)).map(([path, text]) => ({ path, text })));
}

/** An object of {@link GREETER}, as Murano's client writes it. */
export function greeter(id: string, title: string) {
  return { '?': { id, type: GREETER, name: title }, title };
}
