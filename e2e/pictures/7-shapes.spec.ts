import type { JsonObject } from '@/lib/model/json';
import { apiOf } from '../support/api';
import { faultsOfDrawing } from '../support/drawing';
import { deployedEnvironment } from '../support/environments';
import { ownPackage } from '../support/packages';
import { bothLanguages, SHAPES, type ShapeName } from '../support/shapes';
import { expect } from '../support/story';
import { test } from './camera';

const chapter = 'Topologies of every shape';

const TITLES: Record<ShapeName, string> = {
  '3-machines': 'A domain and a web server',
  'three-tiers': 'Three tiers: visitors, application, database',
  '7-machines': 'Seven machines',
  'cluster-with-listener': 'A cluster with its listener',
  'two-domains': 'Two domains',
  'both-languages': 'Packages of both kinds side by side',
  '20-machines': 'Twenty machines',
  '40-machines': 'Forty machines',
};

/** The services of a shape; those of a package of our own need it in the catalog. */
async function servicesOf(shape: ShapeName): Promise<JsonObject[]> {
  if (shape !== 'both-languages') return SHAPES[shape]();
  const pack = ownPackage();
  await (await apiOf('admin')).upload('/v1/catalog/packages', pack.archive());
  return bothLanguages(pack.name);
}

test.beforeAll(async () => {
  const admin = await apiOf('admin');
  const { id } = (await admin.ok('GET', '/v1/me')).tenant as { id: string };
  const quota = { machines: 60, vcpus: 120, memory_mb: 400_000, disk_gb: 8000 };
  await admin.ok('PUT', `/v1/admin/tenants/${id}/quota`, quota);
});

// in the tenant of the demo, which is empty until then: each shape goes before the next one takes its names
for (const [shape, title] of Object.entries(TITLES) as [ShapeName, string][]) {
  test(`topology: ${title}`, async ({ enterAs, take }) => {
    const api = await apiOf('member');
    const id = await deployedEnvironment(api, title, await servicesOf(shape));
    const page = await enterAs('member');
    await page.goto(`/environments/${id}?as=graph`);
    await expect(page.locator('.react-flow__node-service').first()).toBeVisible();
    // laid out for its frame, every word can be read
    const until = async () => {
      const faults = async () => {
        const { cut: _cut, ...others } = await faultsOfDrawing(page);
        return others;
      };
      await expect.poll(faults).toEqual({ crossed: [], covered: [], small: [], outside: [] });
    };
    await until();
    await take(page, { chapter, name: `topology-${shape}`, title }, { dark: true, widths: [1440, 390], until });
    await page.goto('about:blank');
    await api.ok('DELETE', `/v1/environments/${id}`);
    await expect
      .poll(async () => (await api.call('GET', `/v1/environments/${id}`)).status, { timeout: 60_000 })
      .toBe(404);
  });
}
