import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServerFarm } from '@/lib/api/testing/services';
import { deploy, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { SHOP } from '@/lib/conductor/runtime/testing/shop';
import { newId } from '@/lib/crypto';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { Json, JsonObject } from '@/lib/model/json';

/** The regions of environments: chosen when one is made, and then all of it is there. */

const product = productForTests({ regions: ['north', 'south'], catalogDirectory: catalogWith(SHOP) });

const MODEL_PATCH = { 'content-type': 'application/env-model-json-patch' };

let made = 0;
const called = () => `regions-${++made}`;

async function environmentIn(choice: JsonObject): Promise<{ id: string; at: string }> {
  const { id } = await product.member.ok('POST', '/v1/environments', { body: { name: called(), ...choice } });
  return { id: text(id), at: `/v1/environments/${text(id)}` };
}

/** The regions that an environment's stacks are in, once it is deployed. */
async function regionsOf(id: string, services: JsonObject[]): Promise<string[]> {
  const { member } = product;
  const at = `/v1/environments/${id}`;
  const session = await open(member, at);
  await member.ok('POST', `${at}/services`, { session, body: services });
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  const stacks = await product.db.stack.findMany({ where: { environmentId: id, deletedAt: null } });
  expect(stacks).not.toEqual([]);
  return stacks.map(({ region }) => region);
}

const shop = {
  ...{ type: 'com.example.Shop', name: 'corner', title: 'Corner', owners: ['ann'], flavor: 'm1.medium' },
  ...{ osImage: { name: 'debian-12-murano' }, unitNamingPattern: 'till#', units: [{}] },
};

describe('an environment', () => {
  test('is in the region that it was made in, else in the usual one, with all of its stacks, and says so', async () => {
    const [south, usual] = await Promise.all([environmentIn({ region: 'south' }), environmentIn({})]);
    expect(await product.member.ok('GET', south.at)).toMatchObject({ region: 'south' });
    expect(await product.member.ok('GET', usual.at)).toMatchObject({ region: 'north' });
    expect(await product.member.ok('GET', `${south.at}/model/region`)).toBe('south');
    expect(await regionsOf(south.id, [webServerFarm(), shop])).toEqual(['south', 'south']);
    expect(await regionsOf(usual.id, [webServerFarm()])).toEqual(['north']);
    // what it has there is found again, and goes with it
    await product.member.ok('DELETE', south.at);
    await expect
      .poll(async () => product.db.stack.count({ where: { environmentId: south.id, deletedAt: null } }), {
        timeout: 20_000,
      })
      .toBe(0);
  });

  test('is copied, and made of a template or of a file, with its region', async () => {
    const { member } = product;
    const { at, id } = await environmentIn({ region: 'south' });
    await regionsOf(id, [webServerFarm()]);
    const copy = await member.ok('POST', `${at}/clone`, { body: { name: called() } });
    const regionOf = async (environment: Json | undefined) =>
      (await member.ok('GET', `/v1/environments/${text(object(environment).id)}`)).region;
    expect(await regionOf(copy.environment)).toBe('south');

    const { id: template } = await member.ok('POST', '/v1/templates', { body: { name: called(), environment_id: id } });
    const body = (more: JsonObject) => ({ body: { name: called(), ...more } });
    const ours = `/v1/templates/${text(template)}/environments`;
    const draft = await member.ok('POST', ours, body({ region: 'south', deploy: false }));
    expect(await regionOf(draft.environment)).toBe('south');
    const usual = await member.ok('POST', ours, body({ deploy: false }));
    expect(await regionOf(usual.environment)).toBe('north');
    const document = await member.ok('GET', `${at}/export`);
    const file = await member.ok('POST', '/v1/environments/import', {
      body: { document, name: called(), missing_secrets: 'generate', region: 'south' },
    });
    expect(await regionOf(file.environment)).toBe('south');
    const murano = `/v1/templates/${text(template)}/create-environment`;
    const { environment_id: environmentId } = await member.ok('POST', murano, body({ region: 'south' }));
    expect(await regionOf({ id: environmentId as Json })).toBe('south');
    const answer = await member.call('POST', murano, body({ region: 'west' }));
    expect([answer.status, list(object(answer.json).fields).map(({ path }) => path)]).toEqual([400, ['region']]);
  });

  test('stays in its region', async () => {
    const { member } = product;
    const { at } = await environmentIn({ region: 'south' });
    const session = await open(member, at);
    const patch = (value: Json) =>
      member.call('PATCH', `${at}/model/`, {
        session,
        body: [{ op: 'replace', path: '/region', value }],
        headers: MODEL_PATCH,
      });
    const answer = await patch('north');
    expect(answer.status).toBe(403);
    expect(object(answer.json).detail).toContain('stays in the region');
    expect((await patch('south')).status).toBe(200);
  });
});

test('programs in MuranoPL find the region of their environment, and nothing in another one', async () => {
  const { admin, member } = product;
  const name = 'org.sample.Place';
  const files = {
    'manifest.yaml': `Format: 1.4\nType: Application\nFullName: ${name}\nName: Place\nVersion: 1.0.0\nClasses: { ${name}: Own.yaml }\n`,
    'Classes/Own.yaml': [
      'Namespaces: { std: io.murano }',
      `Name: ${name}`,
      'Extends: std:Application',
      'Properties: { elsewhere: { Contract: $.string() } }',
      'Methods:',
      '  deploy:',
      '    Body:',
      '      - $environment: $.find(std:Environment)',
      "      - $words: format('{0}, {1}', $environment.region, $environment.getRegion().name)",
      '      - $environment.reporter.report($this, $words)',
      '      - $environment.getRegion($.elsewhere)',
      '',
    ].join('\n'),
  };
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: content })));
  const uploaded = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  expect(uploaded.status).toBe(200);
  const run = async (elsewhere: string | null) => {
    const { id, at } = await environmentIn({ region: 'south' });
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: { '?': { id: newId(), type: name }, elsewhere } });
    await deploy(member, at, session);
    await settled(member, at);
    const reports = await product.db.event.findMany({ where: { environmentId: id, kind: 'report' } });
    return reports.map((report) => report.text);
  };
  expect(await run(null)).toContain('south, south');
  expect(await run('south')).not.toContainEqual(expect.stringContaining('nothing of it'));
  expect(await run('north')).toContainEqual(
    expect.stringContaining('All of this environment is in the region south, and nothing of it in north.'),
  );
});

test('a region that is not there is refused before anything is made, with those that are', async () => {
  const { member } = product;
  const name = called();
  const answer = await member.call('POST', '/v1/environments', { body: { name, region: 'west' } });
  expect([answer.status, list(object(answer.json).fields)]).toEqual([
    400,
    [{ path: 'region', code: 'region_unknown', sentence: expect.stringContaining('"north" and "south"') }],
  ]);
  expect(list((await member.ok('GET', `/v1/environments?search=${name}`)).environments)).toEqual([]);
});

test('the offer names the regions, the usual one first, and is that of one of them', async () => {
  const { member } = product;
  expect(await member.ok('GET', '/v1/offer')).toMatchObject({ regions: ['north', 'south'] });
  expect(await member.ok('GET', '/v1/offer?region=south')).toMatchObject({ regions: ['north', 'south'] });
  expect((await member.call('GET', '/v1/offer?region=west')).status).toBe(400);
});

test('policies are told the region of an environment, and may refuse it', async () => {
  const { admin, member } = product;
  const { id, at } = await environmentIn({ region: 'south' });
  await regionsOf(id, [webServerFarm()]);
  const rules = `predeploy_errors(e, e, "Not in the south.") :- murano:properties(e, "region", "south")`;
  const { environments } = await admin.ok('POST', '/v1/policies/try', { body: { text: rules, environment_id: id } });
  const [environment] = list(environments);
  expect(list(environment?.verdicts).map(({ sentence }) => sentence)).toEqual(['Not in the south.']);
  expect(await member.ok('GET', at)).toMatchObject({ status: 'ready' });
});
