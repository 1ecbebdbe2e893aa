import { beforeAll, describe, expect, it } from 'vitest';
import { readCloudState } from '@/lib/api/testing/cloud-state';
import { comparingPredictions, readPreview } from '@/lib/api/testing/predictions';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, PASSWORD, webServer } from '@/lib/api/testing/services';
import { add, deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { Json, JsonObject } from '@/lib/model/json';
import { type Preview, PreviewSchema } from '@/lib/model/preview';

const product = productForTests();
let deployAsPredicted: ReturnType<typeof comparingPredictions>;
beforeAll(async () => {
  deployAsPredicted = comparingPredictions(product);
});

const machines = (preview: Preview) => Object.fromEntries(preview.machines.map(({ host, change }) => [host, change]));
const plans = (preview: Preview) =>
  preview.steps.flatMap((step) => (step.effect === 'plan' ? [`${step.round} ${step.host} ${step.title}`] : []));

async function inDraft(at: string, edit: (session: string, services: JsonObject[]) => Promise<unknown>) {
  const session = await open(product.member, at);
  await edit(session, list((await product.member.ok('GET', at, { session })).services));
  return session;
}
const put = async (path: string, session: string, body: Json) =>
  expect((await product.member.call('PUT', path, { session, body })).status).toBe(200);

describe('what a preview says is what then happens', () => {
  it('from a domain with a web server, over scaling, changing and replacing, to the last machine', async () => {
    const environment = await newEnvironment(product.member);
    const { at } = environment;
    const member = product.member;

    const first = await inDraft(at, (session) =>
      member.ok('POST', `${at}/services`, {
        session,
        body: [
          activeDirectory({ unitNamingPattern: 'dc#' }),
          webServer({ domain: 'acme.local', unitNamingPattern: 'web#' }),
        ],
      }),
    );
    const created = await deployAsPredicted(environment, first);
    expect(machines(created)).toEqual({ dc1: 'create', dc2: 'create', web1: 'create' });
    expect(plans(created)).toEqual([
      '1 web1 SetPassword',
      '1 dc1 SetPassword',
      '1 dc1 CreatePrimaryDC',
      '2 dc1 AskDnsIp',
      '3 dc2 JoinDomain',
      '3 web1 JoinDomain',
      '4 dc2 CreateSecondaryDC',
      '4 web1 InstallIIS',
      '5 dc1 AskEachOther',
    ]);
    expect(created.duration).toMatchObject({ knownSteps: 0, unknownSteps: 10 });

    const scaled = await inDraft(at, (session, [domain]) =>
      member.ok('POST', `${at}/services/${text(domain?.id)}/units`, {
        session,
        body: { isMaster: false, recoveryPassword: 'R3covery-One!' },
      }),
    );
    const third = await deployAsPredicted(environment, scaled);
    expect(machines(third)).toEqual({ dc1: 'change', dc2: 'keep', web1: 'change', dc3: 'create' });
    expect(plans(third)).toEqual([
      '1 dc3 JoinDomain',
      '2 dc3 CreateSecondaryDC',
      '2 web1 SetNameServers',
      '3 dc1 AskEachOther',
    ]);
    expect(third.duration).toMatchObject({ knownSteps: 4, unknownSteps: 1 });

    const changed = await inDraft(at, async (session, [domain, web]) => {
      await put(`${at}/services/${text(web?.id)}/flavor`, session, 'm1.large');
      await put(`${at}/services/${text(domain?.id)}/adminPassword`, session, 'An0ther-Orchard!');
    });
    const resized = await deployAsPredicted(environment, changed);
    expect(machines(resized)).toMatchObject({ dc1: 'change', web1: 'change', dc2: 'keep' });
    expect(resized.machines.find(({ host }) => host === 'web1')).toMatchObject({
      size: { name: 'm1.large', vcpus: 4 },
      sizeBefore: { name: 'm1.medium' },
    });
    expect(resized.resources.find(({ name }) => name === 'web1')?.properties).toContainEqual({
      name: 'flavor',
      before: 'm1.medium',
      after: 'm1.large',
    });
    expect(plans(resized)).toEqual(['1 dc1 SetPassword']);

    const rebuilt = await inDraft(at, (session, [, web]) =>
      put(`${at}/services/${text(web?.id)}/osImage`, session, { name: 'ws-2022-std' }),
    );
    const replaced = await deployAsPredicted(environment, rebuilt);
    expect(machines(replaced)).toMatchObject({ web1: 'replace', dc1: 'keep' });
    expect(replaced.warnings).toEqual([
      expect.objectContaining({ code: 'machine_replaced', host: 'web1', sentence: expect.stringContaining('lost') }),
    ]);
    expect(replaced.totals.machines).toMatchObject({ now: 4, after: 4, peak: 5 });

    const smaller = await inDraft(at, async (session, [domain]) => {
      const units = list(domain?.units);
      const last = text(units.at(-1)?.id);
      const path = `${at}/services/${text(domain?.id)}/units/${last}`;
      expect((await member.call('DELETE', path, { session })).status).toBe(200);
    });
    // members are given the name servers that there still are
    expect(machines(await deployAsPredicted(environment, smaller))).toMatchObject({ dc3: 'remove', web1: 'change' });

    const nothing = await deployAsPredicted(environment, await open(member, at));
    expect(nothing.steps).toEqual([]);
    expect(new Set(nothing.resources.map(({ change }) => change))).toEqual(new Set(['unchanged']));

    const gone = await inDraft(at, async (session, services) => {
      for (const { id } of [...services].reverse()) {
        const answer = await member.call('DELETE', `${at}/services/${text(id)}`, { session });
        expect(answer.status).toBe(200);
      }
    });
    const last = await deployAsPredicted(environment, gone);
    expect(new Set(Object.values(machines(last)))).toEqual(new Set(['remove']));
    expect(last.steps.map(({ effect }) => effect)).toEqual(['stack.delete']);
  });

  it('when an environment is deleted', async () => {
    const { member, db } = product;
    const { id, at } = await deployed(member, [webServer()]);
    const preview = PreviewSchema.parse(await member.ok('GET', `${at}/deletion`));
    const was = await readCloudState(db, id);
    expect(preview.kind).toBe('delete');
    expect(preview.steps.map(({ effect }) => effect)).toEqual(['stack.delete']);
    expect(preview.resources.map(({ name }) => name).sort()).toEqual(Object.keys(was.resources).sort());
    expect(preview.totals.machines.after).toBe(preview.totals.machines.now - 1);
    await member.call('DELETE', at);
    expect(await settled(member, at)).toBeNull();
    const offer = await member.ok('GET', '/v1/offer');
    expect(object(object(offer.quota).machines).used).toBe(preview.totals.machines.after);
    expect((await readCloudState(db, id)).resources).toEqual({});
  });

  it('after a failure: only what is left to do', async () => {
    const { member, admin } = product;
    const environment = await newEnvironment(member);
    const { at } = environment;
    await admin.ok('POST', '/v1/simulation/faults', {
      body: { kind: 'command', target: 'Install-WebServer', message: 'The disk is full.', times: 1 },
    });
    const session = await open(member, at);
    await add(member, at, session, webServer({ unitNamingPattern: 'late#' }));
    await deploy(member, at, session);
    expect((await settled(member, at))?.status).toBe('failed');
    const again = await deployAsPredicted(environment, await open(member, at));
    expect(plans(again)).toEqual(['0 late1 InstallIIS']);
    expect(machines(again)).toEqual({ late1: 'change' });
    expect(again.warnings).toMatchObject([
      { code: 'left_over', sentence: 'This also finishes what an earlier deployment left unfinished: late1.' },
    ]);
  });
});

describe('a preview', () => {
  it('tells nothing secret', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, activeDirectory());
    await readPreview(member, at, session);
    const answer = await member.call('GET', `${at}/sessions/${session}/preview`);
    expect(answer.text).toContain('*** SANITIZED ***');
    for (const hidden of [PASSWORD, 'R3covery-One!', 'vetro:secret:']) expect(answer.text).not.toContain(hidden);
  });

  it('says why it would fail, in the cloud’s words, and stops nobody from looking', async () => {
    const { member, db } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    const row = await db.session.findUniqueOrThrow({ where: { id: session } });
    const model = JSON.parse(JSON.stringify(row.model).replaceAll('m1.medium', 'm1.huge')) as JsonObject;
    await db.session.update({ where: { id: session }, data: { model } });
    const preview = await readPreview(member, at, session);
    expect(preview.problems).toEqual([
      expect.objectContaining({ sentence: expect.stringContaining('The Flavor (m1.huge) could not be found.') }),
    ]);
    expect(preview.steps).toEqual([]);
  });

  it('warns when machines do not fit into the quota while they are replaced', async () => {
    const { member } = product;
    const free = 20 - Number(object(object((await member.ok('GET', '/v1/offer')).quota).machines).used);
    const services = Array.from({ length: free }, (_, index) =>
      webServer({ name: `full${index}`, flavor: 'm1.small', unitNamingPattern: `full${index}-#` }),
    );
    const { at } = await deployed(member, services);
    const session = await inDraft(at, (draft, [one]) =>
      put(`${at}/services/${text(one?.id)}/osImage`, draft, { name: 'ws-2022-std' }),
    );
    const preview = await readPreview(member, at, session);
    expect(preview.totals.machines).toEqual({ now: 20, after: 20, peak: 21, limit: 20 });
    expect(preview.warnings.map(({ code }) => code)).toEqual(['machine_replaced', 'quota_peak']);
    await member.call('DELETE', at);
    await settled(member, at);
  });

  it('is for whoever owns the draft, and only while it is open', async () => {
    const { member, colleague, stranger } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    const path = `${at}/sessions/${session}/preview`;
    expect((await colleague.call('GET', path)).status).toBe(403);
    expect((await stranger.call('GET', path)).status).toBe(404);
    await deploy(member, at, session);
    await settled(member, at);
    expect(object((await member.call('GET', path)).json).code).toBe('session_deployed');
  });
});
