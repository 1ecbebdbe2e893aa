import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, webServer } from '@/lib/api/testing/services';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';

/** The shipped packages on simulated machines that refuse what real ones would. */

const product = productForTests();

/** Changes an environment in a session of its own and deploys that. @returns its services and the titles of effects */
async function change(at: string, edit: (session: string) => Promise<unknown>) {
  const { member } = product;
  const session = await open(member, at);
  await edit(session);
  const deployment = await deploy(member, at, session);
  const environment = await settled(member, at);
  const events = list((await member.ok('GET', `${at}/events?deployment_id=${deployment}`)).events);
  const plans = events
    .filter(({ kind, data }) => kind === 'effect.started' && object(data).effect === 'plan')
    .map(({ data }) => `${text(object(data).host)} ${text(object(data).template)}`);
  const failures = events.filter(({ level }) => level === 'error' || level === 'warning').map((event) => event.text);
  return { status: environment?.status, services: list(environment?.services), plans, failures };
}

const withDomain = (): JsonObject[] => [
  activeDirectory({ unitNamingPattern: 'dc#' }),
  webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
];

describe('Active Directory and a Web Server in its domain', () => {
  it('come up in order, change and go, and machines agree at every step', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const first = await change(at, (session) => member.ok('POST', `${at}/services`, { session, body: withDomain() }));
    expect(first.failures).toEqual([]);
    expect(first.status).toBe('ready');
    expect(first.plans.slice().sort()).toEqual([
      'dc1 AskDnsIp',
      'dc1 AskEachOther',
      'dc1 CreatePrimaryDC',
      'dc1 SetPassword',
      'dc2 CreateSecondaryDC',
      'dc2 JoinDomain',
      'web1 InstallIIS',
      'web1 JoinDomain',
      'web1 SetPassword',
    ]);
    const [directory, web] = first.services as [JsonObject, JsonObject];
    expect(web.uri).toBe(`http://${text(object(list(web.units)[0]).address)}`);

    const again = await change(at, async () => undefined);
    expect(again).toMatchObject({ plans: [], failures: [], status: 'ready' });

    const grown = await change(at, (session) =>
      member.ok('POST', `${at}/services/${text(directory.id)}/units`, {
        session,
        body: { isMaster: false, recoveryPassword: 'R3covery-One!' },
      }),
    );
    expect(grown.failures).toEqual([]);
    const [joined, ...then] = grown.plans;
    // those who are there hear of the new name server while it becomes one
    expect([joined, then.slice(0, 2).sort(), ...then.slice(2)]).toEqual([
      'dc3 JoinDomain',
      ['dc3 CreateSecondaryDC', 'web1 SetNameServers'],
      'dc1 AskEachOther',
    ]);

    const left = await change(at, (session) =>
      member.call('PUT', `${at}/services/${text(web.id)}/domain`, { session, body: '' }),
    );
    expect(left).toMatchObject({ plans: ['web1 LeaveDomain'], failures: [] });

    const renewed = await change(at, (session) =>
      member.call('PUT', `${at}/services/${text(directory.id)}/adminPassword`, { session, body: 'An0ther-Orchard!' }),
    );
    expect(renewed).toMatchObject({ plans: ['dc1 SetPassword'], failures: [] });

    const back = await change(at, (session) =>
      member.call('PUT', `${at}/services/${text(web.id)}/domain`, { session, body: 'acme.local' }),
    );
    expect(back).toMatchObject({ plans: ['web1 JoinDomain'], failures: [] });

    const emptied = await change(at, (session) => member.call('DELETE', `${at}/services`, { session }));
    expect(emptied).toMatchObject({ plans: [], failures: [], status: 'ready', services: [] });
    const { used } = object(object((await member.ok('GET', '/v1/offer')).quota).machines);
    expect(used).toBe(0);
  });

  it('that is refused a domain nobody provides says what to add, before anything is deployed', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: webServer({ domain: 'nobody.local' }) });
    const refused = await member.call('POST', `${at}/sessions/${session}/deploy`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      'No service in this environment provides the domain nobody.local. Add an Active Directory',
    );
  });
});
