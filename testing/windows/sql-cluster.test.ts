import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import { ensurePowerShell, ensureTransactSqlParser } from '../../scripts/powershell.mjs';
import { type RecordedPlan, type Recorder, recordSteps } from './recorder';
import { createRetelling, type Retelling, type Retold } from './retell';
import { startWorld, type World } from './story';

/**
 * The story of a cluster of SQL servers as people tell it, from the template to a failover and back: on the embedded cloud,
 * and each plan that this really sends in the world of Windows, with the same arguments. After each plan both know the same.
 */

const powerShell = await ensurePowerShell();
const parser = powerShell && (await ensureTransactSqlParser());

describe.runIf(powerShell !== null && parser !== null)(
  'A cluster of SQL servers, simulated and by its scripts,',
  () => {
    const product = productForTests();
    let world: World;
    let recorder: Recorder;
    let retelling: Retelling;
    /** every plan of the story so far */
    const plans: RecordedPlan[] = [];
    let at = '';

    beforeAll(() => {
      world = startWorld('sql-cluster-story', { powerShell: powerShell ?? '', parser: parser ?? '' });
      recorder = recordSteps(product);
      retelling = createRetelling(world);
    });
    afterAll(() => world.stop());

    /** What has happened since this was called last, in the world, too. @returns `host Command …` of each step */
    async function retold(): Promise<Retold['steps']> {
      const taken = await recorder.take();
      plans.push(...taken.filter((step): step is RecordedPlan => 'plan' in step));
      const { steps, differences } = await retelling.retell(taken);
      expect(differences).toEqual([]);
      return steps;
    }
    const cluster = async () => {
      const services = list((await product.member.ok('GET', at)).services);
      const found = services.find(({ type }) => type === 'msSqlClusterServer') ?? {};
      const unitOf = (host: string) => list(found.units).find(({ state }) => object(state).hostname === host) ?? {};
      return { id: text(found.id), idOf: (host: string) => text(unitOf(host).id) };
    };
    async function deployed(edit: (session: string) => Promise<unknown>): Promise<void> {
      const session = await open(product.member, at);
      await edit(session);
      await deploy(product.member, at, session);
      expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
    }
    /** What the world says of the group and the cluster under it, by the servers that are in it. */
    async function groupInWorld() {
      const all = Object.values(await world.look());
      const servers = all.filter(({ up, sql }) => up && sql?.group);
      const [first] = servers;
      for (const { sql } of servers) expect(sql?.group?.primary).toBe(first?.sql?.group?.primary);
      return { ...first?.cluster, ...first?.sql?.group };
    }

    it('is made from the template: three servers, each with a vote, two of them always up to date', async () => {
      const made = await product.member.ok('POST', '/v1/templates/highly-available-sql/environments', {
        body: { name: 'Retold' },
      });
      at = `/v1/environments/${text(object(made.environment).id)}`;
      expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
      expect(await retold()).toContain('sqlnode1 New-SharedFolderForAOAG Initialize-AOAGPrimaryReplica');
      expect(await groupInWorld()).toMatchObject({
        nodes: ['sqlnode1', 'sqlnode2', 'sqlnode3'],
        ...{ votes: 3, witness: '', works: true },
        primary: 'sqlnode1',
        replicas: [
          { host: 'sqlnode1', synchronous: true, byItself: true },
          { host: 'sqlnode2', synchronous: true, byItself: true },
          { host: 'sqlnode3', synchronous: false, byItself: false },
        ],
        listener: { name: 'sql' },
      });
      for (const host of ['sqlnode1', 'sqlnode2', 'sqlnode3'])
        expect((await world.look())[host]?.sql?.databases).toEqual([
          { name: 'customers', replicated: true },
          { name: 'orders', replicated: true },
        ]);
    });

    it('loses the server in charge: the second takes over by itself and is in charge when the first is back', async () => {
      const back = await recorder.lose('sqlnode1');
      expect(await retold()).toEqual(['sqlnode1 off']);
      expect(await groupInWorld()).toMatchObject({ primary: 'sqlnode2', works: true });
      await back();
      expect(await retold()).toEqual(['sqlnode1 on']);
      expect(await groupInWorld()).toMatchObject({ primary: 'sqlnode2', works: true });
    });

    it('gets a database while the second is in charge: it is made there, and the others have a copy', async () => {
      const { id } = await cluster();
      const body = ['orders', 'customers', 'audit'];
      await deployed((session) => product.member.call('PUT', `${at}/services/${id}/databases`, { session, body }));
      expect(await retold()).toEqual(
        expect.arrayContaining([
          'sqlnode2 New-SharedFolderForAOAG Initialize-AOAGPrimaryReplica',
          'sqlnode1 Initialize-AOAGSecondaryReplica',
          'sqlnode3 Initialize-AOAGSecondaryReplica',
        ]),
      );
      for (const host of ['sqlnode1', 'sqlnode2', 'sqlnode3'])
        expect((await world.look())[host]?.sql?.databases).toContainEqual({ name: 'audit', replicated: true });
    });

    it('is led by the first server again, as people ask for it', async () => {
      const { idOf } = await cluster();
      const unit_ids = [idOf('sqlnode1')];
      const body = { workflow: 'execute_operation', operation: 'group.take_over', unit_ids };
      await product.member.ok('POST', `${at}/executions`, { body });
      await settled(product.member, at);
      expect(await retold()).toEqual(['sqlnode1 Move-PrimaryReplica']);
      expect(await groupInWorld()).toMatchObject({ primary: 'sqlnode1', works: true });
    });

    it('gets a fourth server: a folder on a controller votes, too', async () => {
      const { id } = await cluster();
      await deployed((session) => product.member.ok('POST', `${at}/services/${id}/units`, { session, body: {} }));
      expect(await retold()).toEqual(
        expect.arrayContaining([
          'sqlnode4 Join-FailoverCluster',
          'dc1 New-ClusterWitness',
          'sqlnode1 Set-ClusterVotes',
        ]),
      );
      const group = await groupInWorld();
      expect(group).toMatchObject({ nodes: ['sqlnode1', 'sqlnode2', 'sqlnode3', 'sqlnode4'], votes: 5 });
      expect(group.witness).toMatch(/^\\\\dc1\..+\\sqlcluster-witness$/);
      expect(group.replicas).toHaveLength(4);
    });

    it('gives a server back: it leaves the group and the cluster first, and the folder votes no more', async () => {
      const { id, idOf } = await cluster();
      const path = `${at}/services/${id}/units/${idOf('sqlnode3')}`;
      await deployed((session) => product.member.ok('DELETE', path, { session }));
      expect(await retold()).toContain('sqlnode1 Remove-GoneReplica Remove-GoneClusterNode');
      const group = await groupInWorld();
      expect(group).toMatchObject({ nodes: ['sqlnode1', 'sqlnode2', 'sqlnode4'], votes: 3, witness: '' });
      expect(group.replicas).toHaveLength(3);
    });

    /** A plan of the story with other arguments of one of its commands. */
    function changed(command: string, given: JsonObject) {
      const like = plans.findLast(({ plan }) => plan.Commands.some(({ Name }) => Name === command));
      if (!like) throw new Error(`no plan of the story has ${command}`);
      const commands = like.plan.Commands.map((one) =>
        one.Name === command ? { ...one, Arguments: { ...one.Arguments, ...given } } : one,
      );
      return { like, plan: { ...like.plan, Commands: commands } };
    }
    it.each<[string, string, string, JsonObject]>([
      ['a wrong password', 'sqlnode4', 'Confirm-ClusterAdministrator', { Password: 'wrong-Passw0rd' }],
      ['a wrong password for the cluster', 'sqlnode1', 'New-FailoverCluster', { Password: 'wrong-Passw0rd' }],
      ['a wrong password for what goes', 'sqlnode1', 'Remove-GoneClusterNode', { Password: 'wrong-Passw0rd' }],
      ['a wrong password for accounts', 'dc1', 'Remove-ComputerFromDomain', { Password: 'wrong-Passw0rd' }],
      [
        'an account with another password',
        'sqlnode1',
        'Confirm-SqlServiceAccount',
        { ServicePassword: 'An0ther-word' },
      ],
      ['a folder that nobody shares', 'sqlnode1', 'Set-ClusterVotes', { Witness: '\\\\dc1\\nothing' }],
      ['a change where nobody is in charge', 'sqlnode2', 'Initialize-AOAGPrimaryReplica', {}],
      ['to put a server in charge that is behind', 'sqlnode4', 'Move-PrimaryReplica', {}],
    ])('refuses %s in the same words', async (_what, host, command, given) => {
      const { like, plan } = changed(command, given);
      const { simulated, world: real } = await retelling.refusals(host, plan, await recorder.send(like, host, plan));
      expect(simulated?.toLowerCase()).toBe(real?.toLowerCase());
      expect(real).not.toBeNull();
    });

    it.each<[string, JsonObject]>([
      ['more servers', { Replicas: ['sqlnode1', 'sqlnode2', 'sqlnode4'], Databases: ['orders'] }],
      ['more databases', { Replicas: ['sqlnode1', 'sqlnode2'], Databases: ['orders', 'customers'] }],
    ])('refuses %s than a smaller edition can have in the same words', async (_what, given) => {
      const host = 'sqlnode2';
      const { tenantId } = product.member;
      const fault = await product.faults.add({ kind: 'edition', tenantId, target: host });
      await world.edition(host, 'Standard');
      const { like, plan } = changed('Install-SqlServerForAOAG', given);
      const { simulated, world: real } = await retelling.refusals(host, plan, await recorder.send(like, host, plan));
      expect(simulated).toBe(real);
      expect(real).toContain('has basic availability groups only');
      await product.faults.remove(fault);
      await world.edition(host, 'Enterprise');
    });
  },
);
