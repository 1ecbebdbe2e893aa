import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { GREETER, greeter, greeterArchive } from '@/lib/api/testing/greeter-package';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, text } from '@/lib/api/testing/responses';
import { settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { type Expected, Walker } from './testing/walker';

/**
 * A client of Murano walks its API: what Murano 16 (stable/2023.2, murano/api/v1 and murano/common/wsgi.py) answers each step,
 * and either the same status is answered here, or decision 4 has a row that says why not.
 */

const product = productForTests();
const walker = new Walker(() => product);
const go = walker.go.bind(walker);

/** So many of a hundred steps have Murano's own status. */
const EQUAL_OF_A_HUNDRED = 90;

const idOf = (digit: string) => digit.repeat(32);
const NOBODY = idOf('0');
const PACKAGE_PATCH = 'application/murano-packages-json-patch';
const MODEL_PATCH = 'application/env-model-json-patch';

const OF_ANOTHER_TENANT: Expected = { murano: 403, here: 404, subject: '401 for what is of another tenant' };
const OF_ANOTHER_USER: Expected = { murano: 401, here: 403, subject: "401 for another user's session" };
const OF_ANOTHER_ENVIRONMENT: Expected = {
  ...{ murano: 400, here: 404 },
  subject: 'a session or a deployment of another environment',
};

afterEach(() => expect(walker.surprises()).toEqual([]));

/** `package-import`. */
function upload(expected: Expected, beside: JsonObject, file: Uint8Array | null): Promise<JsonObject> {
  const form = new FormData();
  form.set('__metadata__', JSON.stringify(beside));
  if (file) form.set(GREETER, new Blob([Buffer.from(file)]), 'package.zip');
  return go('POST', '/catalog/packages', expected, { body: form });
}

test('categories', async () => {
  const at = '/catalog/categories';
  await go('GET', at, 200);
  const { id } = await go('POST', at, 200, { body: { name: 'walk' } });
  await go('POST', at, 409, { body: { name: 'walk' } });
  for (const name of ['', 'x'.repeat(81)]) await go('POST', at, 400, { body: { name } });
  await go('GET', `${at}/${id}`, 200);
  await go('GET', `${at}/${NOBODY}`, 404);
  const { categories } = await go('GET', `${at}?sort_keys=name&sort_dir=desc&limit=200`, 200);
  expect(list(categories)[0]?.name).toBe('walk');
  await go('GET', `${at}?sort_keys=created,id`, 200);
  await go('GET', `${at}?limit=1&marker=${id}`, 200);
  for (const query of ['sort_keys=bad', 'sort_dir=bad', 'limit=-1', 'limit=x', 'foo=x'])
    await go('GET', `${at}?${query}`, 400);
  await go('DELETE', `${at}/${id}`, 200);
  await go('DELETE', `${at}/${id}`, 404);
});

test('packages', async () => {
  const at = '/catalog/packages';
  const category = await go('POST', '/catalog/categories', 200, { body: { name: 'walked' } });
  const { id } = await upload(200, { is_public: false, categories: ['walked'], tags: ['t'] }, greeterArchive('1.0.0'));
  await upload(409, {}, greeterArchive('1.0.0'));
  for (const beside of [{ categories: ['Nope'] }, { is_public: 'x' }, { unknown: 1 }] as JsonObject[])
    await upload(400, beside, greeterArchive('1.5.0'));
  for (const file of [null, new Uint8Array(0), Buffer.from('not a zip')]) await upload(400, {}, file);
  await go('GET', `${at}/${id}`, 200);
  await go('GET', `${at}/${NOBODY}`, 404);
  for (const query of [
    ...[
      '',
      'limit=1',
      'type=Application',
      'type=Library',
      'category=walked',
      'tag=t',
      `fqn=${GREETER}`,
      'search=greet',
    ],
    ...[
      'order_by=name',
      'include_disabled=true',
      'owned=true',
      'catalog=true',
      `class_name=${GREETER}`,
      'name=Greeter',
    ],
    ...[`id=in:${id}`, 'foo=bar', 'sort_dir=desc', `marker=${id}&limit=3`],
  ])
    await go('GET', `${at}?${query}`, 200);
  for (const query of ['limit=0', 'limit=x']) await go('GET', `${at}?${query}`, 400);
  for (const file of ['ui', 'logo', 'supplier_logo', 'download']) await go('GET', `${at}/${id}/${file}`, 200);
  for (const file of ['ui', 'download']) await go('GET', `${at}/${NOBODY}/${file}`, 404);
  const patch = (expected: Expected, op: string, path: string, value?: JsonObject[string]) =>
    go('PATCH', `${at}/${id}`, expected, {
      body: [{ op, path, ...(value === undefined ? {} : { value }) }],
      type: PACKAGE_PATCH,
    });
  await patch(200, 'add', '/tags', ['new']);
  for (const enabled of [false, true]) await patch(200, 'replace', '/enabled', enabled);
  for (const path of ['/description', '/name']) await patch(200, 'replace', path, 'New');
  await patch(200, 'replace', '/categories', ['walked']);
  await patch(403, 'replace', '/fully_qualified_name', 'x');
  await patch(400, 'bad', '/name', 'x');
  await patch(400, 'replace', '/name', 'x'.repeat(81));
  await patch(400, 'replace', '/categories', ['nope']);
  await go('PATCH', `${at}/${id}`, 400, { body: { op: 'replace' }, type: PACKAGE_PATCH });
  await go('PATCH', `${at}/${NOBODY}`, 404, {
    body: [{ op: 'add', path: '/tags', value: ['x'] }],
    type: PACKAGE_PATCH,
  });
  await go('DELETE', `/catalog/categories/${category.id}`, 403);
  await go('DELETE', `${at}/${id}`, 200);
  await go('DELETE', `${at}/${id}`, 404);
});

test('classes and their static methods', async () => {
  await upload(200, {}, greeterArchive('2.0.0'));
  for (const path of [GREETER, `${GREETER}/add`, 'io.murano.Environment']) await go('GET', `/schemas/${path}`, 200);
  for (const path of ['no.such.Class', `${GREETER}?packageName=no.such`]) await go('GET', `/schemas/${path}`, 404);
  const call = (expected: Expected, body: JsonObject) => go('POST', '/actions', expected, { body });
  const add = { className: GREETER, methodName: 'add', parameters: { a: 1, b: 2 } };
  await call(200, add);
  await call(200, { ...add, packageName: GREETER, classVersion: '<3' });
  await call(400, { methodName: 'add' });
  await call(400, { className: GREETER });
  await call(404, { ...add, methodName: 'none' });
  await call(404, { ...add, className: 'no.such' });
  await call(400, { ...add, parameters: { a: 'x', b: 2 } });
});

test('environments', async () => {
  const { stranger } = product;
  const at = '/environments';
  const { id } = await go('POST', at, 200, { body: { name: 'walk' } });
  await go('POST', at, 409, { body: { name: 'walk' } });
  for (const name of ['', ' ', 'x'.repeat(256)]) await go('POST', at, 400, { body: { name } });
  await go('POST', at, 200, { body: { name: 'x'.repeat(255), region: null, description_text: 'about' } });
  await go('GET', at, 200);
  await go('GET', at, 401, { as: product.anonymous() });
  await go('GET', `${at}?tenant=${product.admin.tenantId}`, 200);
  await go('GET', `${at}?all_tenants=true`, { murano: 200, here: 403, subject: 'lists of all tenants' });
  await go('GET', `${at}/${id}`, 200);
  await go('GET', `${at}/${id}/lastStatus`, 200);
  for (const who of [NOBODY, 'walk']) await go('GET', `${at}/${who}`, 404);
  await go('GET', `${at}/${id}`, OF_ANOTHER_TENANT, { as: stranger });
  await go('PUT', `${at}/${id}`, OF_ANOTHER_TENANT, { as: stranger, body: { name: 'x' } });
  await go('DELETE', `${at}/${id}`, OF_ANOTHER_TENANT, { as: stranger });
  await go('PUT', `${at}/${id}`, 200, { body: { name: 'walked' } });
  for (const name of [' ', 'x'.repeat(256)]) await go('PUT', `${at}/${id}`, 400, { body: { name } });
  await go('PUT', `${at}/${id}`, 409, { body: { name: 'x'.repeat(255) } });
  await go('PUT', `${at}/${NOBODY}`, 404, { body: { name: 'x' } });
  await go('DELETE', `${at}/${NOBODY}`, 404);
  await go('DELETE', `${at}/${id}`, 200);
});

test('sessions, services and the model of a draft', async () => {
  const made = await go('POST', '/environments', 200, { body: { name: 'drafts' } });
  const another = await go('POST', '/environments', 200, { body: { name: 'another' } });
  const [at, other] = [`/environments/${made.id}`, `/environments/${another.id}`];
  await go('POST', `/environments/${NOBODY}/configure`, 404);
  const session = text((await go('POST', `${at}/configure`, 200)).id);
  const spare = (await go('POST', `${at}/configure`, 200)).id;
  await go('GET', `${at}/sessions/${session}`, 200);
  await go('GET', `${at}/sessions/${NOBODY}`, 404);
  await go('GET', `${other}/sessions/${session}`, OF_ANOTHER_ENVIRONMENT);
  for (const method of ['GET', 'DELETE'])
    await go(method, `${at}/sessions/${session}`, OF_ANOTHER_USER, { as: product.colleague });
  await go('POST', `${at}/sessions/${NOBODY}/deploy`, 404);
  await go('DELETE', `${at}/sessions/${spare}`, 200);
  await go('DELETE', `${at}/sessions/${spare}`, 404);

  const services = `${at}/services`;
  const one = greeter(idOf('a'), 'A');
  for (const path of [services, `${services}/`]) await go('GET', path, 200, { session });
  await go('POST', services, { murano: 400, here: 403, subject: 'no `X-Configuration-Session`' }, { body: one });
  await go('POST', services, 404, { body: one, session: NOBODY });
  await go('POST', services, 400, { session, body: {} });
  await go('POST', services, 400, { session });
  await go('POST', services, 200, { session, body: one });
  await go('POST', services, 200, { session, body: [greeter(idOf('b'), 'B')] });
  for (const path of [idOf('a'), `${idOf('a')}/title`, '0']) await go('GET', `${services}/${path}`, 200, { session });
  await go('GET', `${services}/${idOf('a')}/nope`, 404, { session });
  await go('PUT', `${services}/${idOf('a')}`, 200, { session, body: greeter(idOf('a'), 'AA') });
  await go('PUT', `${services}/${idOf('a')}/title`, 200, { session, body: 'AB' });
  await go('PUT', `${services}/${NOBODY}`, 404, { session, body: greeter(NOBODY, 'x') });
  await go('DELETE', `${services}/${NOBODY}`, 404, { session });
  await go('DELETE', `${services}/${idOf('b')}`, 200, { session });
  await go('PUT', services, 200, { session, body: [one] });
  await go('GET', at, 200, { session });
  await go('GET', at, 404, { session: NOBODY });
  await go('GET', other, OF_ANOTHER_ENVIRONMENT, { session });

  for (const path of ['', 'defaultNetworks', 'services', '%3F/id'])
    await go('GET', `${at}/model/${path}`, 200, { session });
  await go('GET', `${at}/model/nope/nope`, 404, { session });
  const patch = (expected: Expected, op: string, path: string, value: JsonObject[string] = null) =>
    go('PATCH', `${at}/model/`, expected, { session, body: [{ op, path, value }], type: MODEL_PATCH });
  await patch(200, 'replace', '/services/0/title', 'AM');
  await patch(200, 'add', '/services/-', greeter(idOf('d'), 'D'));
  await patch(200, 'remove', '/services/1');
  await patch(200, 'replace', '/region', 'RegionOne');
  await patch(404, 'remove', '/services/9');
  await patch(403, 'replace', '/?/id', 'x');
  await patch(400, 'bad', '/services', 'x');
  await go('PATCH', `${at}/model/`, 400, { session, body: [], type: MODEL_PATCH });
  await go('PATCH', `${at}/model/`, 415, { session, body: [], type: 'text/plain' });
});

test('deployments, actions and statistics', async () => {
  const made = await go('POST', '/environments', 200, { body: { name: 'deployed' } });
  const another = await go('POST', '/environments', 200, { body: { name: 'not deployed' } });
  const at = `/environments/${made.id}`;
  const session = text((await go('POST', `${at}/configure`, 200)).id);
  await go('POST', `${at}/services`, 200, { session, body: greeter(idOf('a'), 'A') });
  await go('GET', `${at}/deployments`, 200);
  await go('POST', `${at}/sessions/${session}/deploy`, 200);
  await go('POST', `${at}/sessions/${session}/deploy`, 403);
  await settled(product.admin, `/v1${at}`);
  const [deployment] = list((await go('GET', `${at}/deployments`, 200)).deployments);
  const reports = `${at}/deployments/${deployment?.id}`;
  for (const path of [reports, `${reports}?service_id=${idOf('a')}`, '/deployments', `${at}/lastStatus`])
    await go('GET', path, 200);
  for (const path of [`${at}/deployments/${NOBODY}`, `/environments/${NOBODY}/deployments`]) await go('GET', path, 404);
  await go('GET', `/environments/${another.id}/deployments/${deployment?.id}`, OF_ANOTHER_ENVIRONMENT);
  await go('GET', `${at}/sessions/${session}`, { murano: 403, here: 200, subject: 'a deployed session' });
  await go('POST', `${at}/services`, 403, { session, body: greeter(idOf('e'), 'E') });

  const { task_id: task } = await go('POST', `${at}/actions/${idOf('a')}_greet`, 200, { body: { whom: 'you' } });
  await go('GET', `${at}/actions/${task}`, 200);
  await settled(product.admin, `/v1${at}`);
  expect(await go('GET', `${at}/actions/${task}`, 200)).toEqual({ isException: false, result: 'Hello you' });
  await go('GET', `${at}/actions/${NOBODY}`, 404);
  for (const path of [at, `/environments/${NOBODY}`]) await go('POST', `${path}/actions/none`, 404, { body: {} });

  for (const path of ['raw', `raw/${NOBODY}`, 'aggregated']) await go('GET', `${at}/instance-statistics/${path}`, 200);
  await go('GET', '/stats', { murano: 200, here: 403, subject: 'counts of requests' });
  await go('DELETE', `${at}?abandon=True`, { murano: 200, here: 400, subject: 'machines left behind' });
});

test('templates of environments', async () => {
  const { stranger } = product;
  const at = '/templates';
  for (const query of ['', '?is_public=true', '?is_public=false']) await go('GET', `${at}${query}`, 200);
  const { id } = await go('POST', at, 200, { body: { name: 'paper' } });
  await go('POST', at, 409, { body: { name: 'paper' } });
  for (const name of [' ', 'x'.repeat(256)]) await go('POST', at, 400, { body: { name } });
  const body = { name: 'everybody’s', is_public: true, services: [greeter(idOf('f'), 'F')] };
  const shared = await go('POST', at, 200, { body });
  await go('GET', `${at}/${id}`, 200);
  await go('GET', `${at}/${NOBODY}`, 404);
  await go('GET', `${at}/${id}`, OF_ANOTHER_TENANT, { as: stranger });
  await go('PUT', `${at}/${id}`, 200, { body: { name: 'paper 2' } });
  for (const wrong of [{ name: ' ' }, {}] as JsonObject[]) await go('PUT', `${at}/${id}`, 400, { body: wrong });
  await go('PUT', `${at}/${NOBODY}`, 404, { body: { name: 'x' } });

  const services = `${at}/${id}/services`;
  await go('GET', services, 200);
  await go('POST', services, 200, { body: greeter(idOf('a'), 'A') });
  await go('POST', `${at}/${NOBODY}/services`, 404, { body: greeter(idOf('a'), 'A') });
  await go('GET', `${services}/${idOf('a')}`, 200);
  await go('GET', `${services}/${NOBODY}`, 404);
  await go('PUT', `${services}/${idOf('a')}`, 200, { body: greeter(idOf('a'), 'AB') });
  await go('PUT', `${services}/${idOf('a')}/title`, 200, { body: 'AC' });
  await go('PUT', `${services}/${NOBODY}`, 404, { body: greeter(NOBODY, 'x') });

  await go('POST', `${at}/${id}/create-environment`, 200, { body: { name: 'of paper' } });
  await go('POST', `${at}/${id}/create-environment`, 409, { body: { name: 'of paper' } });
  for (const wrong of [{ name: '' }, {}] as JsonObject[])
    await go('POST', `${at}/${id}/create-environment`, 400, { body: wrong });
  await go('POST', `${at}/${NOBODY}/create-environment`, 404, { body: { name: 'x' } });
  await go('POST', `${at}/${shared.id}/clone`, 200, { body: { name: 'copy' } });
  await go('POST', `${at}/${shared.id}/clone`, 200, { body: { name: 'copy' }, as: stranger });
  await go('POST', `${at}/${shared.id}/clone`, 409, { body: { name: 'copy' } });
  await go(
    'POST',
    `${at}/${id}/clone`,
    { murano: 403, here: 200, subject: 'a copy of one’s own template' },
    { body: { name: 'second' } },
  );
  await go('POST', `${at}/${NOBODY}/clone`, 404, { body: { name: 'third' } });
  await go('DELETE', `${services}/${idOf('a')}`, 200);
  await go('DELETE', `${services}/${idOf('a')}`, 404);
  await go('DELETE', `${at}/${id}`, 200);
  await go('DELETE', `${at}/${id}`, 404);
});

test(`of a hundred steps at least ${EQUAL_OF_A_HUNDRED} have Murano’s status, and each of the others has its row in decision 4`, () => {
  const different = walker.differences();
  const decision = readFileSync('docs/decisions/0004-where-the-guide-and-murano-differ.md', 'utf8');
  const subjects = [...decision.matchAll(/^\| ([^|]+?) \|/gm)].map(([, subject]) => subject);
  for (const subject of different) expect(subjects).toContain(subject);
  expect(walker.walked.length).toBeGreaterThan(200);
  expect(1 - different.length / walker.walked.length).toBeGreaterThan(EQUAL_OF_A_HUNDRED / 100);
});
