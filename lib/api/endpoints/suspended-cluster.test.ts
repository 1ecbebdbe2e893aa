import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { activeDirectory, sqlCluster } from '@/lib/api/testing/services';
import { deployed, settled } from '@/lib/api/testing/stories';

const product = productForTests();

it('a cluster whose servers go off and come back together is suspended and woken, and grows by two at once', async () => {
  const { at } = await deployed(product.member, [
    activeDirectory({ domain: 'acme.local' }),
    sqlCluster({ domain: 'acme.local' }),
  ]);
  for (const workflow of ['suspend', 'wake']) {
    const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body: { workflow } });
    await settled(product.member, at);
    const { run } = await product.member.ok('GET', `${at}/executions/${String(execution_id)}`);
    expect(run, workflow).toMatchObject({ outcome: 'success' });
  }
  const [, cluster] = list((await product.member.ok('GET', at)).services).map(object);
  const grow = { workflow: 'scale', service_id: text(cluster?.id), delta: 2 };
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body: grow });
  await settled(product.member, at);
  const { run } = await product.member.ok('GET', `${at}/executions/${String(execution_id)}`);
  expect(run, 'scale').toMatchObject({ outcome: 'success' });
  const failures = product.logLines.filter((line) => line.includes('deadlock'));
  expect(failures).toEqual([]);
});

it('a group that cannot be made is asked for once in a run', async () => {
  const { id, at } = await deployed(product.member, [
    activeDirectory({ domain: 'corp.example', unitNamingPattern: 'corpdc#' }),
    sqlCluster({
      domain: 'corp.example',
      clusterName: 'corpcluster',
      agListenerName: 'corpsql',
      unitNamingPattern: 'corp#',
    }),
  ]);
  const fault = {
    kind: 'command',
    target: 'corp1/Initialize-AOAGPrimaryReplica',
    environment_id: id,
    message: 'Refused.',
  };
  await product.admin.ok('POST', '/v1/simulation/faults', { body: fault });
  const [, cluster] = list((await product.member.ok('GET', at)).services).map(object);
  const body = { workflow: 'scale', service_id: text(cluster?.id), delta: 1 };
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
  await settled(product.member, at);
  const path = `${at}/executions/${text(execution_id)}`;
  expect((await product.member.ok('GET', path)).run).toMatchObject({ outcome: 'failed' });
  const begun = list((await product.member.ok('GET', `${path}/events`)).events)
    .map(object)
    .filter(
      (event) => event.kind === 'effect.started' && object(event.data).template === 'InitializeAOAGPrimaryReplica',
    );
  expect(begun).toHaveLength(1);
});
