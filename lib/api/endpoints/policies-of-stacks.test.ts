import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';

/** Servers that a program makes by itself stand in no document: rules judge them as the run asks its cloud for them. */

const OWN_STACK = path.resolve('lib/conductor/runtime/testing/packages/com.example.OwnStack');
const product = productForTests({ catalogDirectory: catalogWith(OWN_STACK) });

const SMALL_ALONE = `predeploy_errors(e, o, "Only m1.small here.") :-
  murano:properties(o, "flavor", f), murano:objects(o, w, t), murano:states(e, s), not equal(f, "m1.small")`;

async function policy(mode: 'stop' | 'warn'): Promise<{ id: string; end: () => Promise<unknown> }> {
  const body = { name: `Sizes ${newId()}`, text: SMALL_ALONE, mode };
  const { id } = await product.admin.ok('POST', '/v1/policies', { body });
  return { id: text(id), end: () => product.admin.ok('DELETE', `/v1/policies/${text(id)}`) };
}

async function deployedWith(size: string) {
  const { id, at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const service = newId();
  const body = { '?': { id: service, type: 'com.example.OwnStack' }, name: `own-${id}`, size };
  await product.member.ok('POST', `${at}/services`, { session, body });
  const run = await deploy(product.member, at, session);
  await settled(product.member, at);
  return { id, at, run, service };
}

const runAt = async (at: string, run: string) => object((await product.member.ok('GET', `${at}/runs/${run}`)).run);
const machinesOf = (environmentId: string) =>
  product.db.cloudMachine.count({ where: { stackName: { contains: environmentId } } });

describe('a server that no document tells of', () => {
  it('is refused by a policy that stops, before it is made, by the sentence of the rule', async () => {
    const { end } = await policy('stop');
    const { id, at, run } = await deployedWith('m1.large');
    const { outcome, problem } = await runAt(at, run);
    expect(outcome).toBe('failed');
    expect(object(problem)).toMatchObject({ code: 'policy_stopped' });
    expect(text(object(problem).sentence)).toContain('Only m1.small here.');
    expect(await machinesOf(id)).toBe(0);
    const { id: audited } = (await product.db.auditEntry.findFirst({ where: { action: 'policy.stop' } })) ?? {};
    expect(audited).toBeDefined();
    await end();
  });

  it('is refused in the language of whoever reads the run, in its problem, its log and its verdicts', async () => {
    const body = { parameters: { most_cores: 1 } };
    const { id } = await product.admin.ok('POST', '/v1/policy-templates/machine-size/policies', { body });
    const policyAt = `/v1/policies/${text(id)}`;
    const { at, run } = await deployedWith('m1.large');
    const readIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const { run: read } = await product.member.ok('GET', `${at}/runs/${run}`, { headers });
      const { events } = await product.member.ok('GET', `${at}/events`, { headers });
      return JSON.stringify([object(read).problem, list(events).map((event) => event.text)]);
    };
    const [english, german] = [await readIn('en'), await readIn('de')];
    expect(english).toContain('\\"Size of machines\\" stops this: Cores that one machine may have here, at most: 1.');
    expect(english).toMatch(/ Choose a smaller machine size\.(?: Who|")/);
    expect(german).toContain('\\"Größe von Maschinen\\" stops this: Kerne, die eine Maschine hier haben darf');
    expect(german).not.toMatch(/Cores|Size of machines/);
    expect(english).not.toMatch(/Kerne|Größe/);
    const { verdicts } = await product.member.ok('GET', policyAt, { headers: { 'accept-language': 'de' } });
    expect(list(verdicts)).toMatchObject([{ stopped: true, sentence: expect.stringMatching(/^Kerne, die/) }]);
    const audited = await product.db.auditEntry.findFirst({
      where: { action: 'policy.stop' },
      orderBy: { id: 'desc' },
    });
    expect(audited).toMatchObject({ actorName: 'Size of machines', details: { policies: ['Size of machines'] } });
    await product.admin.ok('DELETE', policyAt);
  });

  it('is made where the policy allows it, only warns, or has given leave', async () => {
    const { id, end } = await policy('stop');
    const small = await deployedWith('m1.small');
    expect((await runAt(small.at, small.run)).outcome).toBe('success');
    await product.admin.ok('PATCH', `/v1/policies/${id}`, { body: { mode: 'warn' } });
    const warned = await deployedWith('m1.large');
    expect((await runAt(warned.at, warned.run)).outcome).toBe('success');
    await end();
  });

  it('is refused in an action, too, and what was there stays', async () => {
    const { end } = await policy('stop');
    const { id, at, service } = await deployedWith('m1.small');
    expect(await machinesOf(id)).toBe(1);
    const { task_id } = await product.member.ok('POST', `${at}/actions/${service}_grow`, {
      body: { size: 'm1.large' },
    });
    await settled(product.member, at);
    const { outcome, problem } = await runAt(at, text(task_id));
    expect([outcome, object(problem).code]).toEqual(['failed', 'policy_stopped']);
    expect(await product.db.cloudMachine.count({ where: { stackName: { contains: id }, power: 'ready' } })).toBe(1);
    await end();
  });
});
