import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparingPredictions } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import type { ServiceType } from '@/lib/model/service-type';

/** Every template that ships, whichever there are: a new one is held to its previews without a word here. */
const TEMPLATES = fs
  .readdirSync(path.resolve('catalog/templates'))
  .filter((file) => /\.(ya?ml|json)$/.test(file))
  .map((file) => path.parse(file).name);

const RECOVERY = 'R3covery-One!';

const product = productForTests();
let deployAsPredicted: ReturnType<typeof comparingPredictions>;
beforeAll(() => {
  deployAsPredicted = comparingPredictions(product);
});

describe.each(TEMPLATES)('the template "%s"', (template) => {
  let environment: { id: string; at: string };
  let firstSession: string;
  let types: ServiceType[];

  beforeAll(async () => {
    types = await product.container.catalog.serviceTypes(product.member.tenantId);
    const made = await product.member.ok('POST', `/v1/templates/${template}/environments`, {
      body: { name: `a ${template}`, deploy: false },
    });
    const id = text(object(made.environment).id);
    environment = { id, at: `/v1/environments/${id}` };
    firstSession = text(made.session_id);
  });

  const typeOf = (service: JsonObject) => types.find(({ type }) => type === service.type);
  async function inDraft(edit: (session: string, services: JsonObject[]) => Promise<unknown>) {
    const { member } = product;
    const session = await open(member, environment.at);
    await edit(session, list((await member.ok('GET', environment.at, { session })).services));
    return session;
  }

  it('is deployed as predicted', async () => {
    const preview = await deployAsPredicted(environment, firstSession);
    expect(preview.machines.length).toBeGreaterThan(0);
    expect(new Set(preview.machines.map(({ change }) => change))).toEqual(new Set(['create']));
  });

  it('is scaled as predicted: one more unit wherever there may be one', async () => {
    const session = await inDraft(async (draft, services) => {
      for (const service of services) {
        const type = typeOf(service);
        if (!type || list(service.units).length >= type.units.max) continue;
        const secrets = type.unitProperties.filter(({ kind }) => kind === 'password').map(({ name }) => name);
        const last = type.unitTemplates.at(-1) ?? {};
        const body = { ...last, ...Object.fromEntries(secrets.map((name) => [name, RECOVERY])) };
        const units = `${environment.at}/services/${text(service.id)}/units`;
        await product.member.ok('POST', units, { session: draft, body });
      }
    });
    await deployAsPredicted(environment, session);
  });

  it('changes its sizes as predicted', async () => {
    const session = await inDraft(async (draft, services) => {
      for (const service of services) {
        const size = typeOf(service)?.properties.find(({ kind }) => kind === 'flavor')?.name;
        if (size === undefined) continue;
        const place = `${environment.at}/services/${text(service.id)}/${size}`;
        const answer = await product.member.call('PUT', place, { session: draft, body: 'm1.small' });
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      }
    });
    const preview = await deployAsPredicted(environment, session);
    expect(preview.machines.map(({ change }) => change)).not.toContain('replace');
  });

  it('changes its passwords and its application as predicted', async () => {
    const session = await inDraft(async (draft, services) => {
      for (const service of services) {
        const changes = { adminPassword: 'An0ther-Orchard!', repository: 'https://git.example.com/other.git' };
        for (const [property, body] of Object.entries(changes)) {
          if (service[property] === undefined) continue;
          const place = `${environment.at}/services/${text(service.id)}/${property}`;
          const answer = await product.member.call('PUT', place, { session: draft, body });
          expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
        }
      }
    });
    const preview = await deployAsPredicted(environment, session);
    expect(preview.steps.length).toBeGreaterThan(0);
    expect(new Set(preview.resources.map(({ change }) => change))).toEqual(new Set(['unchanged']));
  });

  it('is deployed again as predicted: nothing happens', async () => {
    expect((await deployAsPredicted(environment, await inDraft(async () => undefined))).steps).toEqual([]);
  });

  it('loses its units one by one as predicted, and then everything', async () => {
    const fewer = await inDraft(async (draft, services) => {
      for (const service of services) {
        const units = list(service.units);
        const least = typeOf(service)?.units.min ?? 1;
        const last = units.at(-1);
        if (!last || units.length <= least) continue;
        const place = `${environment.at}/services/${text(service.id)}/units/${text(last.id)}`;
        const answer = await product.member.call('DELETE', place, { session: draft });
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      }
    });
    const preview = await deployAsPredicted(environment, fewer);
    expect(new Set(preview.machines.map(({ change }) => change))).not.toContain('create');

    const gone = await inDraft(async (draft) => {
      const answer = await product.member.call('DELETE', `${environment.at}/services`, { session: draft });
      expect(answer.status).toBe(200);
    });
    const last = await deployAsPredicted(environment, gone);
    expect(new Set(last.machines.map(({ change }) => change))).toEqual(new Set(['remove']));
    await product.member.call('DELETE', environment.at);
    expect(await settled(product.member, environment.at)).toBeNull();
  });
});
