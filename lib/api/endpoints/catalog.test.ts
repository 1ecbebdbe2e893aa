import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list } from '@/lib/api/testing/responses';
import { GuideSchema } from '@/lib/model/guide-schema';
import { OfferSchema, ServiceTypeSchema } from '@/lib/model/service-type';

const product = productForTests();
const LocalizedSchema = z.object({ services: z.array(ServiceTypeSchema), guide: GuideSchema });

describe('what packages say, by its English', () => {
  it('are titles of their steps and what they report, in the language that is understood', async () => {
    const said = async (language: string) =>
      (await product.reader.ok('GET', '/v1/catalog/sentences', { headers: { 'accept-language': language } })).sentences;
    expect(await said('de-DE, en;q=0.5')).toMatchObject({
      "Setting the administrator's password": expect.stringMatching(/passwort/i),
    });
    expect(await said('en')).toEqual({});
  });
});

describe('the catalog over HTTP', () => {
  it('lists every service type, to a reader too', async () => {
    const { services } = await product.reader.ok('GET', '/v1/catalog/services');
    expect(list(services).map(({ type, title }) => [type, title])).toEqual([
      ['activeDirectory', 'Active Directory'],
      ['aspNetApp', 'ASP.NET Application'],
      ['aspNetAppFarm', 'ASP.NET Application Farm'],
      ['existingActiveDirectory', 'Existing Active Directory'],
      ['msSqlServer', 'MS SQL Server'],
      ['msSqlClusterServer', 'MS SQL Server Cluster'],
      ['webServer', 'Web Server'],
      ['webServerFarm', 'Web Server Farm'],
    ]);
  });

  it('shows one service type with all that a wizard needs', async () => {
    const shown = await product.member.ok('GET', '/v1/catalog/services/webServer');
    const type = ServiceTypeSchema.parse(shown);
    expect(type).toMatchObject({ package: 'io.vetro.windows.WebServer' });
    expect(type.properties.find(({ joins }) => joins !== undefined)).toMatchObject({ name: 'domain', needs: 'domain' });
    expect(type.form.map(({ title }) => title)).toEqual(['Your web server', 'Machine']);
  });

  it('sends the icon as a picture that may run nothing', async () => {
    const answer = await fetch(`${product.url}/v1/catalog/services/activeDirectory/logo`, {
      headers: { 'x-auth-token': product.reader.token },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toMatch(/^<svg/);
  });

  it.each(['', '/logo'])('answers 404 for a type that is not there%s', async (below) => {
    const { status, json } = await product.member.call('GET', `/v1/catalog/services/mailServer${below}`);
    expect(status).toBe(404);
    expect(json).toMatchObject({ code: 'service_type_not_found' });
  });

  it('answers 404 for what can be no type', async () => {
    expect((await product.member.call('GET', '/v1/catalog/services/no%20type')).status).toBe(404);
  });

  it.each([
    '/v1/catalog/services',
    '/v1/catalog/services/webServer',
    '/v1/catalog/services/webServer/logo',
    '/v1/offer',
  ])('shows %s to nobody without a token', async (path) => {
    expect((await product.anonymous().call('GET', path)).status).toBe(401);
  });
});

describe('the offer over HTTP', () => {
  it('tells sizes, marked images, and what is left of the quota', async () => {
    const offer = OfferSchema.parse(await product.reader.ok('GET', '/v1/offer'));
    expect(offer.simulated).toBe(true);
    expect(offer.flavors.map(({ name }) => name)).toContain('m1.medium');
    expect(offer.images.some(({ marked }) => marked)).toBe(true);
    expect(offer.quota.machines.used).toBeLessThanOrEqual(offer.quota.machines.limit);
  });
});

describe('what packages say to people', () => {
  const catalogIn = async (language: string) => {
    const answer = await fetch(`${product.url}/v1/catalog/services`, {
      headers: { 'x-auth-token': product.reader.token, 'accept-language': language },
    });
    const { services, guide } = LocalizedSchema.parse(await answer.json());
    return { directory: services.find(({ type }) => type === 'activeDirectory'), guide };
  };

  it('is told with the service types, in the language that the caller understands best', async () => {
    const german = await catalogIn('fr, de-AT;q=0.8, en;q=0.2');
    expect(german.guide.steps.CreatePrimaryDC?.title).toBe('Ersten Domänencontroller einrichten');
    const english = await catalogIn('fr');
    expect(english.guide.steps.CreatePrimaryDC?.title).toBe('Making the first domain controller');
    expect(english.guide.steps.CreatePrimaryDC?.seconds).toBeGreaterThan(60);
    expect(english.guide.failures.find(({ step }) => step === 'CreatePrimaryDC')?.repairs).toContain('retry');
    expect(english.guide.terms.map(({ title }) => title)).toContain('Domain controller');
  });
});
