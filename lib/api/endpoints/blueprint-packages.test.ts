import path from 'node:path';
import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { object, text } from '@/lib/api/testing/responses';
import { deployed, settled } from '@/lib/api/testing/stories';
import { archiveOf } from '@/lib/catalog/testing/archives';

/** The example of the heal workflow, imported, deployed on simulated machines and healed there. */
const product = productForTests();

const FOLDER = path.resolve('lib/conductor/runtime/testing/packages/com.example.HealExample');

async function upload(change?: (text: string, file: string) => string): Promise<{ status: number; answer: string }> {
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archiveOf(FOLDER, change)),
  });
  return { status: response.status, answer: await response.text() };
}

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
