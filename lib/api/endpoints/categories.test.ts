import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';

const product = productForTests();

it('stand in the order that an administrator sets, for everybody; others come after by name', async () => {
  const root = await systemAdmin(product);
  for (const name of ['Zebras', 'Antelopes', 'Middle']) {
    await root.ok('POST', '/v1/catalog/categories', { body: { name } });
  }
  const names = async () =>
    list((await product.stranger.ok('GET', '/v1/catalog/categories')).categories).map((one) => object(one).name);
  const before = await names();
  expect(before).toEqual([...before].sort());
  const order = (categories: string[], who = root) =>
    who.call('PUT', '/v1/catalog/categories', { body: { categories } });
  expect((await order(['Zebras', 'Middle'])).status).toBe(200);
  const others = before.filter((name) => name !== 'Zebras' && name !== 'Middle');
  expect(await names()).toEqual(['Zebras', 'Middle', ...others]);

  // page by page it is the same order
  const first = await product.reader.ok('GET', '/v1/catalog/categories?limit=2');
  expect(list(first.categories).map((one) => object(one).name)).toEqual(['Zebras', 'Middle']);
  const next = await product.reader.ok('GET', `/v1/catalog/categories?limit=1&marker=${first.next_marker}`);
  expect(list(next.categories).map((one) => object(one).name)).toEqual([others[0]]);

  expect(await order(['Nowhere'])).toMatchObject({ status: 400, json: { fields: [{ code: 'category_not_found' }] } });
  expect(await order(['Middle', 'Middle'])).toMatchObject({ status: 400, json: { fields: [{ code: 'repeated' }] } });
  expect((await order(['Middle'], product.admin)).status).toBe(403);
  expect((await names()).slice(0, 2)).toEqual(['Zebras', 'Middle']);
  const { entries } = await root.ok('GET', '/v1/admin/audit?action=package.order_categories');
  expect(entries).toMatchObject([{ details: { names: 'Zebras, Middle' } }]);

  expect((await order([])).status).toBe(200);
  expect(await names()).toEqual(before);
});
