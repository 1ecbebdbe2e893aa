import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageFiles } from '@/lib/formats/package/page-files';
import type { JsonObject } from '@/lib/model/json';

const product = productForTests();

let made = 0;

/** The first lesson of docs/muranopl.md in a version of its own, with changes to the texts of its files. */
async function uploaded(further: (content: string, file: string) => string = (content) => content): Promise<string> {
  made += 1;
  const change = (content: string, file: string) =>
    further(file === 'manifest.yaml' ? content.replace('Version: 0.1.0', `Version: 1.${made}.0`) : content, file);
  const { 'model.json': _, ...files } = packageFiles(fs.readFileSync('docs/muranopl.md', 'utf8'));
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: change(content, path) })));
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  const answer = (await response.json()) as JsonObject;
  expect([response.status, response.status === 200 ? null : answer]).toEqual([200, null]);
  return text(answer.id);
}

const image = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };
const answers = { type: 'com.example.Wiki', name: 'handbook', title: 'Handbook', admin: 'anna', flavor: 'm1.small' };

describe('everything about a version of a package', () => {
  it('has its classes, requirements, versions with what changed, and who works with it', async () => {
    const first = await uploaded();
    const { at, id: environmentId } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    await product.member.ok('POST', `${at}/services`, { session, body: { ...answers, image } });
    await deploy(product.member, at, session);
    expect(object(await settled(product.member, at))).toMatchObject({ status: 'ready' });
    const second = await uploaded((content, file) => {
      if (file !== 'Classes/Wiki.yaml') return content;
      return content.replace(/^( +)addAdmin:/m, '$1# Lets one more person write.\n$1addAdmin:');
    });

    const details = await product.reader.ok('GET', `/v1/catalog/packages/${second}/details`);
    expect(details).toMatchObject({
      package: { fully_qualified_name: 'com.example.Wiki', newest: true },
      required_by: [],
      environments: expect.arrayContaining([expect.objectContaining({ id: environmentId })]),
      versions: expect.arrayContaining([
        expect.objectContaining({
          ...{ id: second, newest: true },
          changes: { added: [], removed: [], changed: ['Classes/Wiki.yaml', 'manifest.yaml'] },
        }),
        expect.objectContaining({ id: first, newest: false }),
      ]),
    });
    const classes = list(details.classes).map(object);
    const wiki = object(classes.find(({ name }) => name === 'com.example.Wiki'));
    expect(wiki).toMatchObject({ file: 'Classes/Wiki.yaml', parents: ['io.murano.Application'] });
    expect(object(details.hierarchy)).toMatchObject({
      'com.example.Wiki': ['io.murano.Application'],
      'io.murano.Application': ['io.murano.Object'],
      'io.murano.Object': [],
    });
    const methods = list(wiki.methods).map(object);
    expect(methods.find(({ name }) => name === 'addAdmin')).toMatchObject({
      ...{ usage: 'Runtime', scope: 'Public' },
      documentation: 'Lets one more person write.',
      arguments: [{ name: 'name', contract: expect.stringContaining('$.string()') }],
    });
    expect(list(details.services).map((one) => object(one).type)).toContain('com.example.Wiki');
  });

  it('has what a check warns of, with file, line, text and hint', async () => {
    const id = await uploaded((content, file) =>
      file === 'Classes/Wiki.yaml' ? content.replace(/^Name: Wiki$/m, 'Name: Wiki\nName: Wiki') : content,
    );
    const { warnings } = await product.reader.ok('GET', `/v1/catalog/packages/${id}/details`);
    expect(warnings).toMatchObject([
      { file: 'Classes/Wiki.yaml', line: expect.any(Number), code: 'repeated_key', text: 'Name' },
    ]);
  });
});

describe('the form of a package, tried', () => {
  it('tells what is wrong at its field, else the machines, and stores nothing', async () => {
    const id = await uploaded();
    const ask = (service: JsonObject) =>
      product.member.ok('POST', `/v1/catalog/packages/${id}/form`, { body: { service } });
    const before = await product.db.environment.count();
    expect(await ask({ ...answers, image, title: '' })).toMatchObject({ machines: [], problems: [{ path: 'title' }] });
    expect(await ask({ ...answers, image })).toEqual({ problems: [], machines: ['wiki1'] });
    expect(await product.db.environment.count()).toBe(before);
  });

  it('is also that of packages in other formats', async () => {
    const { packages } = await product.reader.ok('GET', '/v1/catalog/packages?fqn=io.vetro.windows.WebServer');
    const id = text(object(list(packages)[0]).id);
    const details = await product.reader.ok('GET', `/v1/catalog/packages/${id}/details`);
    expect(details).toMatchObject({
      classes: [],
      warnings: [],
      requires: expect.arrayContaining([expect.objectContaining({ name: 'io.vetro.windows.Core', in_catalog: true })]),
    });
    const body = { service: { type: 'webServer', name: 'site' } };
    const { problems } = await product.member.ok('POST', `/v1/catalog/packages/${id}/form`, { body });
    expect(list(problems).length).toBeGreaterThan(0);
  });
});
