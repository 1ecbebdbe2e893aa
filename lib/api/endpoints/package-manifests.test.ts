import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '@/authoring/command-line';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

type Files = Record<string, string | Uint8Array>;

const archiveOf = (files: Files) => zip(Object.entries(files).map(([file, text]) => ({ path: file, text })));

async function sent(archive: Uint8Array): Promise<{ status: number; answer: JsonObject }> {
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: (await response.json()) as JsonObject };
}

const upload = (files: Files) => sent(archiveOf(files));
const fieldsOf = ({ answer }: { answer: JsonObject }) => list(answer.fields ?? []).map(object);

/** An application in MuranoPL that says `word` when it is deployed. */
function notes(name: string, more: { format?: string; version?: string; require?: string; word?: string } = {}): Files {
  const { format = 'Format: 1.4\n', version = '1.0.0', require = '', word = 'hello' } = more;
  return {
    'manifest.yaml': `${format}Type: Application\nFullName: ${name}\nName: Notes\nVersion: ${version}\n${require}Classes: {${name}: Notes.yaml}\n`,
    'Classes/Notes.yaml': `Name: ${name}
Extends: io.murano.Application
Properties:
  greeting: {Contract: $.string(), Usage: Out}
Methods:
  deploy:
    Body:
      - $.greeting: ${word}
`,
  };
}

async function deployed(service: JsonObject): Promise<JsonObject> {
  const { at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  await product.member.ok('POST', `${at}/services`, { session, body: service });
  await deploy(product.member, at, session);
  return object(await settled(product.member, at));
}

describe('the format of a manifest', () => {
  it.each([
    ['a number', 'Format: 1.4\n'],
    ['in quotes, with a remark', 'Format: "1.3"   # of old\n'],
    ['with its language', 'Format: MuranoPL/1.6\n'],
    ['over lines, as YAML lets', 'Format:\n  MuranoPL/1.0\n'],
    ['none at all', ''],
  ])('%s is that of MuranoPL', async (title, format) => {
    const name = `org.formats.${title.replaceAll(/\W/g, '')}`;
    expect(await upload(notes(name, { format }))).toMatchObject({ status: 200 });
    const service = await deployed({ type: name, name: 'notes' });
    expect(service).toMatchObject({ status: 'ready' });
    expect(JSON.stringify(service)).toContain('"greeting":"hello"');
  });

  it.each(['Perl/1.0', 'murano/1.0', 'MuranoPL'])('%s is refused by its name, with its line', async (format) => {
    const refused = await upload(notes('org.formats.Unknown', { format: `Format: ${format}\n` }));
    expect([refused.status, refused.answer.code]).toEqual([400, 'packages_invalid']);
    expect(fieldsOf(refused)).toMatchObject([
      {
        code: 'unknown_format',
        path: 'package/manifest.yaml:1 Format',
        sentence: expect.stringContaining(`"${format}"`),
      },
    ]);
  });

  it('without one finds classes in whichever package has them, where it requires none by name', async () => {
    const format = 'Format: 1.0\n';
    const base = notes('io.murano.notes.Base', { format, version: '2.0.0' });
    const user: Files = {
      ...notes('org.formats.Juno', { format }),
      'Classes/Notes.yaml': `Namespaces: {=: org.formats, base: io.murano.notes}
Name: Juno
Extends: base:Base
Properties:
  other: {Contract: $.class(base:Base).notNull()}
Workflow:
  initialize:
    Body:
      - $.super($.initialize())
  deploy:
    Body:
      - $.super($.deploy())
`,
      'UI/ui.yaml': `Version: 2
Application: {'?': {type: org.formats.Juno}, other: $.main.other}
Forms: [{main: {fields: [{name: other, type: io.murano.notes.Base, label: Other}]}}]
`,
    };
    const refused = await upload(user);
    expect(fieldsOf(refused)).toMatchObject(
      Array.from({ length: 2 }, () => ({ sentence: 'There is no class io.murano.notes.Base.' })),
    );
    expect(await upload(base)).toMatchObject({ status: 200 });
    const { answer, status } = await upload(user);
    expect(status).toBe(200);
    const { requires } = await product.member.ok('GET', `/v1/catalog/packages/${String(answer.id)}/details`);
    expect(requires).toEqual([
      { name: 'io.murano.notes.Base', wanted: 'any version', version: '2.0.0', in_catalog: true },
    ]);
    const { packages } = await product.member.ok('GET', '/v1/catalog/packages?fqn=io.murano.notes.Base');
    const removed = await product.admin.call('DELETE', `/v1/catalog/packages/${String(object(list(packages)[0]).id)}`);
    expect(removed).toMatchObject({ status: 409, json: { code: 'package_required' } });

    const { at } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    const add = (body: JsonObject) => product.member.ok('POST', `${at}/services`, { session, body });
    await add({ type: 'io.murano.notes.Base', name: 'first' });
    await add({ type: 'org.formats.Juno', name: 'second', other: 'first' });
    await deploy(product.member, at, session);
    const environment = await settled(product.member, at);
    expect(environment).toMatchObject({ status: 'ready' });
    expect(JSON.stringify(environment).match(/"greeting":"hello"/g)).toHaveLength(2);
  });

  it('of a later MuranoPL is told of by its own reader', async () => {
    const refused = await upload(notes('org.formats.Later', { format: 'Format: MuranoPL/1.7\n' }));
    expect(fieldsOf(refused)).toMatchObject([{ code: 'bad_format' }]);
  });
});

it('the application of a package is the class of which its form makes objects, wherever the manifest lists it', async () => {
  const name = 'org.formats.Cluster';
  const cluster = notes(name);
  const files: Files = {
    ...cluster,
    'manifest.yaml': String(cluster['manifest.yaml']).replace(
      /Classes: .*/,
      `Classes: {${name}Node: Node.yaml, ${name}: Notes.yaml}`,
    ),
    'Classes/Node.yaml': `Name: ${name}Node\nProperties: {rank: {Contract: $.int().notNull()}}\n`,
    'UI/ui.yaml': `Version: 2
Application: {'?': {type: ${name}}}
Forms: [{main: {fields: [{name: motto, type: string, label: Motto}]}}]
`,
  };
  expect(await upload(files)).toMatchObject({ status: 200 });
  const type = await product.member.ok('GET', `/v1/catalog/services/${name}`);
  expect(type).toMatchObject({ title: 'Notes' });
  expect(list(type.properties).map((one) => object(one).name)).toEqual(['name', 'motto']);
  expect(await deployed({ type: name, name: 'cluster', motto: 'x' })).toMatchObject({ status: 'ready' });
});

it("what a form's validators do not let pass is refused at its field and not deployed, in the words of the form", async () => {
  const name = 'org.formats.Ruled';
  const form = `Version: 2.2
Application: {'?': {type: ${name}}}
Forms:
  - main:
      fields:
        - {name: motto, type: string, label: Motto, validators: [{expr: $.len() < 6, message: Too long.}]}
`;
  expect(await upload({ ...notes(name), 'UI/ui.yaml': form })).toMatchObject({ status: 200 });
  expect(await deployed({ type: name, name: 'short', motto: 'brief' })).toMatchObject({ status: 'ready' });
  const { at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const body = { type: name, name: 'long', motto: 'endless' };
  const refused = await product.member.call('POST', `${at}/services`, { session, body });
  expect(refused.status).toBe(400);
  expect(list(object(refused.json).fields)).toMatchObject([{ path: 'motto', sentence: 'Too long.' }]);
  // a draft that has it, however it came there, is not deployed
  const { id } = await product.member.ok('POST', `${at}/services`, { session, body: { ...body, motto: 'brief' } });
  const { model } = await product.db.session.findUniqueOrThrow({ where: { id: session } });
  const text = JSON.stringify(model).replace('"brief"', '"endless"');
  await product.db.session.update({ where: { id: session }, data: { model: JSON.parse(text) } });
  expect(text).toContain(String(id));
  await deploy(product.member, at, session);
  expect(object(await settled(product.member, at))).toMatchObject({ status: 'failed' });
  const { runs } = await product.member.ok('GET', `${at}/runs`);
  expect(JSON.stringify(runs)).toContain('Motto: Too long.');
});

it('a requirement chooses among all versions that there are', async () => {
  const base = (version: string, word: string): Files => {
    const { 'manifest.yaml': manifest, ...files } = notes('org.formats.Base', { version, word });
    return { ...files, 'manifest.yaml': String(manifest).replace('Application', 'Library') };
  };
  expect(await upload(base('1.2.0', 'old'))).toMatchObject({ status: 200 });
  expect(await upload(base('2.0.0', 'new'))).toMatchObject({ status: 200 });
  const extending = (name: string, range: string): Files => {
    const files = notes(name, { require: `Require: {org.formats.Base: "${range}"}\n` });
    return { ...files, 'Classes/Notes.yaml': `Name: ${name}\nExtends: org.formats.Base\n` };
  };
  for (const [name, range, word] of [
    ['org.formats.Cautious', '<2', 'old'],
    ['org.formats.Modern', '>=2', 'new'],
  ] as const) {
    expect(await upload(extending(name, range))).toMatchObject({ status: 200 });
    const environment = await deployed({ type: name, name: 'notes' });
    expect(environment).toMatchObject({ status: 'ready' });
    expect(JSON.stringify(environment)).toContain(`"greeting":"${word}"`);
  }
  expect(fieldsOf(await upload(extending('org.formats.Future', '>=3')))).toMatchObject([{ code: 'wrong_version' }]);
});

describe('an archive', () => {
  it('is read as Windows makes it: backslashes, marks before texts, a folder that holds everything', async () => {
    const files = Object.entries(notes('org.formats.Windows')).map(([file, text]) => ({
      path: `org.formats.Windows\\${file.replaceAll('/', '\\')}`,
      text: `\ufeff${String(text).replaceAll('\n', '\r\n')}`,
    }));
    expect(await sent(zip(files))).toMatchObject({ status: 200 });
    expect(await deployed({ type: 'org.formats.Windows', name: 'notes' })).toMatchObject({ status: 'ready' });
  });

  it('may have texts in UTF-16, and none in another encoding', async () => {
    const word = 'grüße';
    const files = notes('org.formats.Wide', { word });
    const wide = Buffer.from(`\ufeff${String(files['Classes/Notes.yaml'])}`, 'utf16le');
    expect(await upload({ ...files, 'Classes/Notes.yaml': wide })).toMatchObject({ status: 200 });
    expect(JSON.stringify(await deployed({ type: 'org.formats.Wide', name: 'notes' }))).toContain(
      `"greeting":"${word}"`,
    );
    const latin = notes('org.formats.Latin', { word });
    const refused = await upload({
      ...latin,
      'Classes/Notes.yaml': Buffer.from(String(latin['Classes/Notes.yaml']), 'latin1'),
    });
    expect(fieldsOf(refused)).toMatchObject([{ code: 'not_utf8', path: 'package/Classes/Notes.yaml' }]);
  });
});

it('what check calls an error is what an import is refused for, in the same words', async () => {
  const files = notes('org.formats.Wrong', { word: '$.nothing(' });
  const form = "Version: 2.9\nApplication: {'?': {type: org.formats.Wrong}, x: $.main.patern}\nForms: []\n";
  const wrong: Files = { ...files, 'UI/ui.yaml': form };
  const { answer } = await upload(wrong);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'check-'));
  const archive = path.join(folder, 'wrong.zip');
  writeFileSync(archive, archiveOf(wrong));
  const lines: string[] = [];
  const code = await runCommandLine(['check', archive], (line) => void lines.push(line));
  rmSync(folder, { recursive: true });
  expect(code).toBe(1);
  const refused = list(answer.fields).map((one) => String(object(one).sentence));
  expect(refused.length).toBeGreaterThan(0);
  for (const sentence of refused) expect(lines.join('\n')).toContain(sentence);
});

it('a number under a name that only sounds secret is a number', async () => {
  const name = 'org.formats.Compass';
  const files = notes(name);
  files['Classes/Notes.yaml'] = `${String(files['Classes/Notes.yaml'])}`.replace(
    'Properties:\n',
    'Properties:\n  name: {Contract: $.string()}\n  compass: {Contract: $.int().notNull()}\n',
  );
  expect(await upload(files)).toMatchObject({ status: 200 });
  const environment = await deployed({ '?': { type: name, id: 'c'.repeat(32) }, name: 'north', compass: 5 });
  expect(environment).toMatchObject({ status: 'ready' });
  expect(JSON.stringify(environment)).toContain('"compass":5');
});
