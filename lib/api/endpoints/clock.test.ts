import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { systemAdmin } from '@/lib/api/testing/system-admin';

/** Simulated machines made faster while everything runs. */

const product = productForTests();
const CLOCK = '/v1/simulation/clock';

describe('the clock of simulated machines', () => {
  test('goes as usual at first, which everyone may know', async () => {
    const { reader } = product;
    expect(await reader.ok('GET', CLOCK)).toEqual({ speed: 1 });
  });

  test('is made faster by whoever administers the installation, for everyone', async () => {
    const root = await systemAdmin(product);
    expect(await root.ok('PUT', CLOCK, { body: { speed: 4 } })).toEqual({ speed: 4 });
    expect(await product.member.ok('GET', CLOCK)).toEqual({ speed: 4 });
    await root.ok('PUT', CLOCK, { body: { speed: 1 } });
  });

  test('is nobody else to change', async () => {
    expect(await product.admin.call('PUT', CLOCK, { body: { speed: 8 } })).toMatchObject({ status: 403 });
  });

  test('knows a few speeds only, and names the field that is wrong', async () => {
    const root = await systemAdmin(product);
    const answer = await root.call('PUT', CLOCK, { body: { speed: 3 } });
    expect(answer).toMatchObject({ status: 400, json: { fields: [{ path: 'speed' }] } });
  });
});
