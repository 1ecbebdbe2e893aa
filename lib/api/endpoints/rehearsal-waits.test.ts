import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, newEnvironment, open, settled } from '@/lib/api/testing/stories';

/** How long a rehearsal waits for a machine that keeps silent, over HTTP. */

// a run waits for an answer for a minute, and its rehearsal for a twentieth of that
const product = productForTests({ conductor: { maxPlanTimeoutMs: 60_000 } });

it('a machine that keeps silent is given up in a twentieth of the time, with the words of the real run', async () => {
  const { member } = product;
  const { at } = await newEnvironment(member);
  const session = await open(member, at);
  await add(member, at, session, webServer({ name: 'mute', unitNamingPattern: 'mute#' }));
  const body = { fault: { kind: 'silence', target: 'mute1' } };
  const made = await member.ok('POST', `${at}/sessions/${session}/rehearsal`, { body });
  const played = `/v1/environments/${text(made.environment_id)}`;
  const before = Date.now();
  await settled(member, played);
  expect(Date.now() - before).toBeLessThan(45_000);
  const { run } = await member.ok('GET', `${played}/runs/${text(made.deployment_id)}`);
  expect(object(run)).toMatchObject({ outcome: 'failed' });
  expect(text(object(object(run).problem).sentence)).toContain('1 minute');
});
