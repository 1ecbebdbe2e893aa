import { describe, expect, it } from 'vitest';
import { compareEachLoss } from '@/lib/api/testing/compare-losses';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import {
  activeDirectory,
  aspNetApp,
  aspNetAppFarm,
  sqlCluster,
  sqlServer,
  webServer,
  webServerFarm,
} from '@/lib/api/testing/services';
import { deployed, settled } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';

/** A dry run of the loss of each machine against what happens when that machine is really switched off. */

const product = productForTests();

/** What the file of a template says of the loss of its machines is what a dry run says of an environment made from it. */
async function expectClaim(template: string, at: string): Promise<void> {
  const { losses } = await product.reader.ok('GET', `/v1/templates/${template}`);
  const { services } = await product.reader.ok('GET', at);
  const domain =
    list(services).flatMap((service) => (typeof service.domain === 'string' ? [service.domain] : []))[0] ?? '';
  const survival = await product.reader.ok('GET', `${at}/survival`);
  expect(survival.survives).toBe(list(losses).length === 0);
  const found = list(survival.losses);
  expect(list(losses).map(({ host }) => host)).toEqual(found.map(({ host }) => host));
  // the address that a machine gets is not known before it is there: a template names its host
  const named = (said: Json, host: string) => text(said).replace(/http:\/\/[\d.]+(:\d+)?/, `http://${host}`);
  for (const [n, { host, sentence }] of list(losses).entries()) {
    const sentences = found[n]?.sentences;
    const said = Array.isArray(sentences) ? sentences.map((one) => named(one, text(host))) : [];
    expect(said, text(host)).toContain(text(sentence).replace('{domain}', domain));
  }
}

describe('the predicted loss of each machine is what then happens', () => {
  const members = (...hosts: string[]) =>
    hosts.map((host) =>
      expect.stringMatching(
        new RegExp(`^Users of \\S+ cannot sign in on ${host}, which finds no controller of the domain.$`),
      ),
    );
  const applications = (...hosts: string[]) =>
    hosts.map((host) =>
      expect.stringMatching(new RegExp(`^\\S+ on ${host} no longer reaches its database todo on sql1`)),
    );
  it.each<[string, Record<string, unknown[]>]>([
    [
      'highly-available-sql',
      {
        ...{ dc1: [], dc2: [], sqlnode3: [] },
        // one that comes back follows whoever took over from it
        sqlnode1: ['The databases of databases fail over from sqlnode1 to sqlnode2.'],
        sqlnode2: ['The databases of databases fail over from sqlnode2 to sqlnode1.'],
      },
    ],
    ['small-office-domain', { dc1: [], dc2: [], web1: [] }],
    [
      'three-tier-web-farm',
      {
        dc1: [
          expect.stringMatching(/^Nobody can sign in to the domain \S+, because none of its controllers runs.$/),
          ...members('sql1', 'app1', 'app2', 'app3'),
          ...applications('app1', 'app2', 'app3'),
        ],
        sql1: ['Programs no longer reach the databases on sql1.', ...applications('app1', 'app2', 'app3')],
        ...{ app1: [], app2: [], app3: [] },
      },
    ],
  ])('in the template %s', async (template, expected) => {
    const made = await product.member.ok('POST', `/v1/templates/${template}/environments`, {
      body: { name: template },
    });
    const at = `/v1/environments/${text(object(made.environment).id)}`;
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    await expectClaim(template, at);
    const changed = await compareEachLoss(product, at);
    expect(Object.keys(changed).sort()).toEqual(Object.keys(expected).sort());
    for (const [host, sentences] of Object.entries(expected)) {
      expect(changed[host], host).toHaveLength(sentences.length);
      expect(changed[host], host).toEqual(expect.arrayContaining(sentences));
    }
  });

  const domain = 'loss.example';
  const directory = (units = 1) =>
    activeDirectory({
      ...{ name: domain, domain, unitNamingPattern: 'loss-dc#' },
      units: [
        { isMaster: true, recoveryPassword: 'R3covery-One!' },
        ...Array.from({ length: units - 1 }, () => ({ isMaster: false, recoveryPassword: 'R3covery-One!' })),
      ],
    });
  it.each<[string, () => JsonObject[]]>([
    ['a domain with a web server', () => [directory(2), webServer({ domain, unitNamingPattern: 'w#' })]],
    ['a farm in no domain', () => [webServerFarm({ unitNamingPattern: 'f#' })]],
    [
      'an application with a database server',
      () => [
        directory(),
        sqlServer({ domain, mixedModeAuth: false, saPassword: '' }),
        aspNetApp({
          ...{ domain, databaseServer: 'sql', database: 'shop', connectionName: 'Main', unitNamingPattern: 'app#' },
        }),
      ],
    ],
    [
      'an application on a farm with a cluster of two',
      () => [
        directory(2),
        sqlCluster({ domain, mixedModeAuth: false, saPassword: '' }),
        aspNetAppFarm({
          ...{ domain, databaseServer: 'db', database: 'orders', connectionName: 'Main', unitNamingPattern: 'shop#' },
        }),
      ],
    ],
  ])('in %s', async (_, services) => {
    const { at } = await deployed(product.member, services());
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    await compareEachLoss(product, at);
  });
});
