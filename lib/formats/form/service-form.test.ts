import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readServiceForm } from './service-form';

const GOOD = `
Format: Service/1.0
type: note
title: Note
summary: A note.
properties:
  - { name: name, kind: name, label: Name, required: true }
  - { name: domain, kind: membershipRef, label: Domain, needs: domain, joins: domain }
unitProperties:
  - { name: first, kind: boolean, label: First, hidden: true }
units: { min: 1, max: 3, default: 1, noun: machine }
unitTemplates: [{ first: true }, { first: false }]
exactlyOne: first
offers:
  - { capability: notes }
form:
  - { title: Name, fields: [name, domain] }
`;
const pack = { name: 'com.acme.Note', version: '1.2.3', categories: ['Notes'], tags: ['a'] };
const read = (text: string) => readServiceForm('UI/service.yaml', text, pack);
/** The good form with one edit, and what is then found, as `line path code`. */
function after(edit: (form: Record<string, unknown> & { properties: Record<string, unknown>[] }) => void): string[] {
  const form = parse(GOOD);
  edit(form);
  const { serviceType, problems } = read(stringify(form));
  expect(serviceType === null).toBe(problems.length > 0);
  for (const { sentence, line } of problems) {
    expect(sentence).toMatch(/\.$/);
    expect(line).toBeGreaterThan(0);
  }
  return problems.map(({ path, code }) => `${path} ${code}`);
}

describe('a form', () => {
  it('knows the kind of a membership by the word of earlier releases', () => {
    const { serviceType } = read(GOOD.replace('membershipRef', 'domainRef'));
    expect(serviceType?.properties[1]).toMatchObject({ name: 'domain', kind: 'membershipRef' });
  });

  it('becomes a service type that knows its package', () => {
    const { serviceType, problems } = read(GOOD);
    expect(problems).toEqual([]);
    expect(serviceType).toMatchObject({
      type: 'note',
      package: 'com.acme.Note',
      version: '1.2.3',
      categories: ['Notes'],
    });
    expect(serviceType?.properties[0]).toMatchObject({ name: 'name', expert: false, change: 'inPlace' });
    expect(serviceType).not.toHaveProperty('Format');
  });

  it('may have a pattern that repeats what repeats', () => {
    const rule = "pattern: { expression: '(a+)+b', sentence: It ends with b. }";
    const { problems } = read(
      GOOD.replace('unitProperties:', `  - { name: a, kind: string, label: A, ${rule} }\nunitProperties:`),
    );
    expect(problems.map(({ path }) => path)).not.toContain('properties.2.pattern.expression');
  });

  it('that is not YAML is told with its line', () => {
    expect(read('Format: Service/1.0\ntype: [').problems[0]).toMatchObject({ code: 'not_yaml', line: 2 });
    expect(read('a: 1\na: 2').problems[0]?.code).toBe('not_yaml');
  });

  it('tells unknown keys, missing ones and wrong values at their lines, all at once', () => {
    const { problems } = read(GOOD.replace('kind: name,', 'kind: nmae, colour: red,').replace('title: Note\n', ''));
    expect(problems.map(({ path, code, line }) => `${line} ${path} ${code}`)).toEqual([
      '2 title missing',
      '6 properties.0.kind invalid',
      '6 properties.0.colour unknown_key',
    ]);
  });

  it.each<[string, Parameters<typeof after>[0], string]>([
    [
      'two properties of one name',
      (form) => form.properties.push({ name: 'domain', kind: 'url', label: 'x' }),
      'properties.2.name name_taken',
    ],
    [
      'a name of ours',
      (form) => form.properties.push({ name: 'state', kind: 'url', label: 'x' }),
      'properties.2.name name_reserved',
    ],
    [
      'a default that breaks its own rules',
      (form) => form.properties.push({ name: 'p', kind: 'port', label: 'x', default: 65_536 }),
      'properties.2.default bad_default',
    ],
    [
      'a password with a default',
      (form) => form.properties.push({ name: 'p', kind: 'password', label: 'x', default: 'Secr3t!x' }),
      'properties.2.default password_default',
    ],
    [
      'a purpose of what is no secret',
      (form) => form.properties.push({ name: 'p', kind: 'url', label: 'x', purpose: 'administrator' }),
      'properties.2.purpose purpose',
    ],
    [
      'a pattern that looks ahead',
      (form) =>
        form.properties.push({
          ...{ name: 'p', kind: 'string', label: 'x' },
          pattern: { expression: '(?=a)b', sentence: 'No.' },
        }),
      'properties.2.pattern.expression bad_pattern',
    ],
    [
      'a condition on nothing',
      (form) => form.properties.push({ name: 'p', kind: 'url', label: 'x', when: { property: 'q', equals: 1 } }),
      'properties.2.when.property unknown_property',
    ],
    [
      'a required property that nobody asks for',
      (form) => form.properties.push({ name: 'p', kind: 'url', label: 'x', required: true }),
      'properties.2 not_asked',
    ],
    [
      'a step that asks for nothing known',
      (form) => Object.assign(form, { form: [{ title: 'x', fields: ['name', 'nope'] }] }),
      'form.0.fields.1 unknown_property',
    ],
    [
      'a question asked twice',
      (form) => Object.assign(form, { form: [{ title: 'x', fields: ['name', 'name'] }] }),
      'form.0.fields.1 asked_twice',
    ],
    [
      'a default number of units out of bounds',
      (form) => Object.assign(form, { units: { min: 1, max: 3, default: 4, noun: 'x' } }),
      'units.default bounds',
    ],
    [
      'templates without the one',
      (form) => Object.assign(form, { unitTemplates: [{ first: false }] }),
      'unitTemplates exactly_one',
    ],
    [
      'a template of unknown properties',
      (form) => Object.assign(form, { unitTemplates: [{ first: true, q: 1 }] }),
      'unitTemplates.0.q unknown_property',
    ],
    [
      'the one of an unknown property',
      (form) => Object.assign(form, { exactlyOne: 'q' }),
      'exactlyOne unknown_property',
    ],
    [
      'an offer that goes by a property which is not there',
      (form) => Object.assign(form, { offers: [{ capability: 'notes', name: 'title' }] }),
      'offers.0.name unknown_property',
    ],
    [
      'a reference that does not say what it needs',
      (form) => form.properties.push({ name: 'p', kind: 'serviceRef', label: 'x' }),
      'properties.2.needs needs',
    ],
    [
      'a circle allowed to what machines join',
      (form) => form.properties.push({ name: 'p', kind: 'membershipRef', label: 'x', needs: 'd', circular: 'allowed' }),
      'properties.2.circular circular',
    ],
    [
      'public addresses by a text',
      (form) => form.properties.push({ name: 'p', kind: 'string', label: 'x', publicAddresses: 'machine' }),
      'properties.2.publicAddresses public_addresses',
    ],
    [
      'no name',
      (form) =>
        Object.assign(form, { properties: form.properties.slice(1), form: [{ title: 'x', fields: ['domain'] }] }),
      'properties no_name',
    ],
  ])('with %s is refused', (_what, edit, expected) => {
    expect(after(edit)).toContain(expected);
  });
});
