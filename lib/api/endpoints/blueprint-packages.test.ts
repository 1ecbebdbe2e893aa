import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deployed, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';
import type { JsonObject } from '@/lib/model/json';
import { uploadPackage } from '../testing/upload-package';

/** The example of the heal workflow, imported, deployed on simulated machines and healed there. */
const product = productForTests();

const FOLDER = path.resolve('lib/conductor/runtime/testing/packages/com.example.HealExample');

const upload = (change?: (text: string, file: string) => string) => uploadPackage(product, archiveOf(FOLDER, change));

it('an environment of the example is healed exactly as the example says', async () => {
  expect(await upload()).toMatchObject({ status: 200 });
  const service = {
    type: 'com.example.HealExample',
    name: 'example',
    adminPassword: 'Passw0rd!one',
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
    unitNamingPattern: 'heal#',
    units: [{}],
  };
  const { at } = await deployed(product.member, [service]);
  expect(object(await settled(product.member, at))).toMatchObject({ status: 'ready' });
  const { execution_id: id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow: 'heal' } });
  await settled(product.member, at);
  const execution = await product.member.ok('GET', `${at}/executions/${text(id)}`);
  const sets = object(object(object(object(execution.run).result).sets).example);
  const nodes = (name: string) => (sets[name] as string[]).map((one) => one.replace(/_[^_]+$/, ''));
  expect({ healed: nodes('healed'), reinstalled: nodes('reinstalled'), untouched: nodes('untouched') }).toEqual({
    healed: ['webserver_host'],
    reinstalled: ['webserver', 'module', 'database'],
    untouched: ['floating_ip'],
  });
});

it('what is wrong is told with file, line and column before the package comes in', async () => {
  const { status, answer } = await upload((content, file) =>
    file === 'blueprint.yaml' ? content.replace('target: floating_ip', 'target: nobody') : content,
  );
  expect(status).toBe(400);
  expect(answer).toContain('there is no node called nobody');
  expect(answer).toContain('blueprint.yaml:13:17 node_templates.webserver_host.relationships.0.target');
});

/** A portal on two machines, deployed from its package. @returns where its environment is */
async function portal(stem: string): Promise<string> {
  const { status } = await uploadPackage(product, archiveOf(path.resolve('examples/com.example.TeamPortal')));
  // another test may have brought it already
  expect([200, 409]).toContain(status);
  const { at } = await deployed(product.member, [
    {
      type: 'com.example.TeamPortal',
      name: 'portal',
      adminPassword: 'Passw0rd!one',
      flavor: 'm1.small',
      osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
      unitNamingPattern: `${stem}#`,
      units: [{ node: 'db_host' }, { node: 'web_host' }],
    },
  ]);
  return at;
}

it('a plan names what stands on the machines, in the order in which it is stopped, started and taken down', async () => {
  const at = await portal('portal');
  const [service] = list(object(await settled(product.member, at)).services).map(object);
  const planned = async (body: JsonObject) => {
    const { instances } = await product.member.ok('POST', `${at}/executions/plan`, { body });
    return (instances as { turn: number; title: string; host: string; does: string }[]).map(
      ({ turn, title, host, does }) => `${turn}. ${title} on ${host}: ${does}`,
    );
  };
  expect(await planned({ workflow: 'restart' })).toEqual([
    '1. Portal on portal2: stop',
    '2. Database on portal1: stop',
    '2. Web server on portal2: stop',
    '3. Database on portal1: start',
    '3. Web server on portal2: start',
    '4. Portal on portal2: start',
  ]);
  expect((await planned({ workflow: 'heal' })).sort()).toEqual([
    '1. Database machine on portal1: check',
    '1. Database on portal1: check',
    '1. Portal on portal2: check',
    '1. Web machine on portal2: check',
    '1. Web server on portal2: check',
  ]);
  expect(await planned({ workflow: 'suspend' })).toEqual([]);
  expect(await planned({ workflow: 'execute_operation', operation: 'workflow.refresh' })).toEqual([
    '1. Portal on portal2: run',
    '2. Web server on portal2: stop',
    '3. Web server on portal2: start',
  ]);
  const { units } = await product.member.ok('POST', `${at}/executions/plan`, {
    body: { workflow: 'execute_operation', operation: 'maintenance.clear_cache' },
  });
  expect(list(units).map((unit) => [object(unit).host, object(unit).does])).toEqual([
    ['portal2', 'run'],
    ['portal1', 'nothing'],
  ]);
  expect(await planned({ workflow: 'uninstall', service_id: text(service?.id) })).toEqual([
    '1. Portal on portal2: remove',
    '2. Database on portal1: remove',
    '2. Web server on portal2: remove',
  ]);
});

describe('a workflow on machines of a blueprint that was not finished', () => {
  const execute = async (at: string, to: string, body?: JsonObject) => {
    const { execution_id: id } = await product.member.ok('POST', `${at}/executions${to}`, body ? { body } : {});
    await settled(product.member, at);
    const { run } = await product.member.ok('GET', `${at}/runs/${text(id)}`);
    return object(run);
  };
  const machines = (run: JsonObject) =>
    Object.fromEntries(list(object(run.conclusion).machines).map((one) => [text(one.host), one.result]));
  const conditions = async (at: string) => {
    const services = list((await product.member.call('GET', `${at}/services`)).json);
    return services.flatMap(({ units }) => list(units).map(({ state }) => object(object(state).lifecycle).state));
  };

  it('is resumed where a machine failed: what was stopped is left alone, and all of it is stopped in the end', async () => {
    const at = await portal('rest');
    const fault = { kind: 'command', target: 'rest1', message: 'Sessions are open.', times: 1 };
    await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
    const failed = await execute(at, '', { workflow: 'stop' });
    expect(failed).toMatchObject({ outcome: 'failed', conclusion: { verdict: 'failed' } });
    expect(machines(failed).rest1).toBe('failed');
    expect((await conditions(at))[0]).toBe('started');
    const resumed = await execute(at, `/${text(failed.id)}/resume`);
    expect(resumed).toMatchObject({ outcome: 'success', conclusion: { verdict: 'done' } });
    expect(machines(resumed).rest1).toBe('stop');
    expect(await conditions(at)).toEqual(['stopped', 'stopped']);
    expect((await product.member.call('POST', `${at}/executions/${text(failed.id)}/resume`)).status).toBe(409);
    const started = await execute(at, '', { workflow: 'start' });
    expect(machines(started)).toEqual({ rest1: 'start', rest2: 'start' });
    expect(await conditions(at)).toEqual(['started', 'started']);
  });
});
