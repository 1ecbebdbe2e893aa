import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startProduct } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageBlocks, packageFiles } from '@/lib/formats/package/page-files';
import type { Json, JsonObject } from '@/lib/model/json';
import { MASK } from '@/lib/model/secret';

/** The package and the blocks of docs/muranopl.md, with the configuration that the page gives it. */
const PAGE = readFileSync('docs/muranopl.md', 'utf8');
const [, , , properties = '', request = '', file = ''] = packageBlocks(PAGE).flatMap((block) =>
  block.file === null ? [block.text] : [],
);
const NAME = 'com.example.Wiki';
const AT = `/v1/admin/packages/${NAME}/configuration`;
/** the last argument of the page's request */
const BODY = JSON.parse(/-d '(.*)'/.exec(request)?.[1] ?? '') as { values: JsonObject };

const folder = mkdtempSync(path.join(os.tmpdir(), 'class-configs-'));
writeFileSync(path.join(folder, `${NAME}.yaml`), file);
const product = productForTests({ classConfigsDirectory: folder });

/** The class of the page with its further properties, and with the address that they give it. */
function configurable(): Uint8Array {
  const { 'model.json': _, ...files } = packageFiles(PAGE);
  const classFile = files['Classes/Wiki.yaml'] ?? '';
  const used = /`(\$\.url: format\('http:\/\/\{0\}\{1\}'.*?)`/.exec(PAGE)?.[1] ?? '';
  const changed = classFile
    .replace(/^Properties:\n/m, properties)
    .replace(/\$\.url: format\('http:\/\/\{0\}\/'.*/, used)
    .replace('title => $.title', "title => format('{0} {1}', $.title, $.adminPassword)");
  return zip(
    Object.entries({ ...files, 'Classes/Wiki.yaml': changed }).map(([name, content]) => ({
      path: name,
      text: content,
    })),
  );
}

async function uploaded(url: string, admin: Client): Promise<void> {
  const response = await fetch(`${url}/v1/catalog/packages?is_public=true`, {
    method: 'POST',
    headers: { 'x-auth-token': admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(configurable()),
  });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
}

const image = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };
const answers = { type: NAME, title: 'Handbook', admin: 'anna', flavor: 'm1.small', image };

/** Deploys a wiki. @returns where it says that it is, and the whole answer as text */
async function addressOf(client: Client, name: string): Promise<{ url: string; shown: string; at: string }> {
  const { at } = await newEnvironment(client);
  const session = await open(client, at);
  await client.ok('POST', `${at}/services`, { session, body: { ...answers, name, hostname: `${name}#` } });
  await deploy(client, at, session);
  const environment = object(await settled(client, at));
  expect(environment).toMatchObject({ status: 'ready' });
  const shown = JSON.stringify(environment);
  return { url: /"url":"http:\/\/[\d.]+([^"]*)"/.exec(shown)?.[1] ?? '', shown, at };
}

const administrator = () => systemAdmin(product);

/** The properties of the class by their names. */
const propertiesOf = (configuration: JsonObject) =>
  Object.fromEntries(
    list(object(list(configuration.classes)[0] as Json).properties)
      .map(object)
      .map((one) => [text(one.name), one]),
  );

beforeAll(async () => uploaded(product.url, await administrator()));

describe('the configuration of classes', () => {
  it('comes from a file, is set for all tenants and for one, and counts from the next run on', async () => {
    const admin = await administrator();
    const begun = await admin.ok('GET', AT);
    expect(begun).toMatchObject({ package: NAME, tenant_id: null, tenants: [], problems: [] });
    expect(propertiesOf(begun)).toMatchObject({
      path: { kind: 'text', default: '/', file: '/help/', required: false },
      adminPassword: { kind: 'password', default: null },
    });
    expect(await addressOf(product.member, 'first')).toMatchObject({ url: '/help/' });

    // the request of the page, as it stands there
    const set = await admin.ok('PUT', AT, { body: BODY });
    expect(propertiesOf(set)).toMatchObject({
      path: { file: '/help/', installation: '/wiki/' },
      adminPassword: { installation: MASK },
    });
    const second = await addressOf(product.member, 'second');
    expect(second.url).toBe('/wiki/');
    expect(second.shown).not.toMatch(/Sup3rP@ssw0rd|adminPassword/);

    const { tenantId } = product.stranger;
    const own = await admin.ok('PUT', `/v1/admin/packages/${NAME}/tenants/${tenantId}/configuration`, {
      body: { values: { [NAME]: { path: '/fabrikam/' } } },
    });
    expect(own).toMatchObject({ tenant_id: tenantId, tenants: [{ id: tenantId, name: 'Fabrikam' }] });
    expect(propertiesOf(own)).toMatchObject({ path: { installation: '/wiki/', tenant: '/fabrikam/' } });
    expect((await addressOf(product.stranger, 'third')).url).toBe('/fabrikam/');
    expect((await addressOf(product.member, 'fourth')).url).toBe('/wiki/');
  });

  it('reaches machines as it was set, and is sealed wherever it is kept', async () => {
    const { id } = await product.db.cloudMachine.findFirstOrThrow({ where: { hostname: 'second1', deletedAt: null } });
    const [plan] = await product.db.cloudPlan.findMany({ where: { machineId: id } });
    const { box } = product.container;
    expect(JSON.stringify(plan?.result)).not.toContain('Sup3rP@ssw0rd');
    expect(JSON.stringify(box.openDeep(plan?.result))).toContain('Installing the wiki Handbook Sup3rP@ssw0rd');
    const [row] = await product.db.classConfig.findMany({ where: { className: NAME, tenantId: '' } });
    expect(row?.values).toMatchObject({ path: '/wiki/', adminPassword: expect.stringMatching(/^vetro:secret:v1:/) });
    const details = await product.member.ok('GET', `/v1/catalog/packages?fqn=${NAME}`);
    expect(JSON.stringify(details)).not.toContain('/wiki/');
  });

  it('keeps a secret whose mask is sent, and is audited without values', async () => {
    const admin = await administrator();
    const before = await product.db.classConfig.findFirstOrThrow({ where: { className: NAME, tenantId: '' } });
    await admin.ok('PUT', AT, { body: { values: { [NAME]: { path: '/new/', adminPassword: MASK } } } });
    const after = await product.db.classConfig.findFirstOrThrow({ where: { className: NAME, tenantId: '' } });
    expect(object(after.values as Json)).toEqual({ ...object(before.values as Json), path: '/new/' });
    const { entries } = await admin.ok('GET', '/v1/admin/audit?action=package.configure&limit=1');
    expect(list(entries)[0]).toMatchObject({ target: 'package', target_id: NAME });
    expect(object(list(entries)[0] as Json).details).toMatchObject({ properties: [`${NAME}.path`], tenant: null });
    expect(JSON.stringify(entries)).not.toMatch(/\/new\/|Sup3r|vetro:secret/);
  });

  it('is refused by its contract with class and property, and then is as it was', async () => {
    const admin = await administrator();
    const before = await admin.ok('GET', AT);
    const refused = async (values: JsonObject) => {
      const { status, json } = await admin.call('PUT', AT, { body: { values } });
      const { code, fields } = object(json as Json);
      return [status, code, list(fields).map((one) => [object(one).path, object(one).sentence])];
    };
    const wrong = (name: string, sentence: unknown) => [400, 'invalid_configuration', [[name, sentence]]];
    expect(await refused({ [NAME]: { path: 'wiki' } })).toEqual(
      wrong(`${NAME}.path`, expect.stringContaining('A path begins with a slash.')),
    );
    expect(await refused({ [NAME]: { title: 'x' } })).toEqual(
      wrong(`${NAME}.title`, expect.stringContaining('Config')),
    );
    expect(await refused({ [NAME]: { path: ['/'] } })).toEqual(wrong(`${NAME}.path`, '"path" must be a text.'));
    expect(await refused({ 'io.murano.Object': { path: '/' } })).toEqual(wrong('io.murano.Object', expect.any(String)));
    expect(await admin.ok('GET', AT)).toEqual(before);
  });

  it('is for who administers the installation alone', async () => {
    expect((await product.admin.call('GET', AT)).status).toBe(403);
    expect((await product.admin.call('PUT', AT, { body: BODY })).status).toBe(403);
    const admin = await administrator();
    expect((await admin.call('GET', '/v1/admin/packages/no.such/configuration')).status).toBe(404);
    const nobody = 'a'.repeat(32);
    expect((await admin.call('GET', `${AT}?tenant=${nobody}`)).status).toBe(404);
    expect(await admin.ok('GET', '/v1/admin/packages/io.vetro.windows.WebServer/configuration')).toMatchObject({
      classes: [],
    });
  });

  it('is taken away by what is left out: then the file counts again', async () => {
    const admin = await administrator();
    await admin.ok('PUT', AT, { body: { values: { [NAME]: { path: null } } } });
    expect((await addressOf(product.member, 'fifth')).url).toBe('/help/');
  });
});

describe('a file that is no configuration', () => {
  it('keeps the server from starting, with its name', async () => {
    const broken = mkdtempSync(path.join(os.tmpdir(), 'class-configs-'));
    writeFileSync(path.join(broken, `${NAME}.yaml`), '- a list');
    await expect(startProduct({ classConfigsDirectory: broken })).rejects.toThrow(/com\.example\.Wiki\.yaml is wrong/);
  });
});
