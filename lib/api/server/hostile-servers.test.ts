import { beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/crypto';
import type { CallTarget } from '@/lib/formats/agent-channel/proof';
import { createOpeningKey } from '@/lib/formats/agent-channel/sealed-values';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';
import type { JsonObject } from '@/lib/model/json';
import { hostileRequest, type Known, type Target, targetsOf } from '../testing/hostile/requests';
import { createSeededRandom } from '../testing/hostile/seeded-random';
import { noOutcomes, sendAll } from '../testing/hostile/send-all';
import type { Client } from '../testing/product';
import { productForTests } from '../testing/product-for-tests';
import { list, object, text } from '../testing/responses';
import { webServer } from '../testing/services';
import { deploy, newEnvironment, open } from '../testing/stories';
import { systemAdmin } from '../testing/system-admin';

/** Hostile requests about servers of one's own: by who administers them, and by an agent that turned bad. */

const SEED = Number(process.env.VETRO_SEED_OF_CHANCE ?? 1);
const REQUESTS = 1_200;
const ANEW_AFTER = 200;
/** An agent waits for work; these do not. */
const PATIENCE_MS = 300;
const FACTS = {
  ...{ system: 'windows', systemTitle: 'Windows Server 2022 Standard', systemName: 'windows-server-2022-standard' },
  ...{ addresses: ['192.0.2.11'], cores: 8, memoryMb: 64_000, diskGb: 500 },
};
/** What secrets are sealed for. */
const SEALING_KEY = createOpeningKey().publicKey;

const product = productForTests({ cloud: 'pool' });
let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

/** What an agent signs that calls an address; what no agent calls it signs as a call for work. */
function targetOf(path: string): CallTarget {
  const [, planId, what] = /^\/v1\/agents\/plans\/([^/]+)\/(reports|answer|secrets)/.exec(path) ?? [];
  if (planId && what === 'secrets') return `secrets ${SEALING_KEY} ${planId}`;
  if (planId) return what === 'answer' ? `answer ${planId}` : `report ${planId}`;
  return path.startsWith('/v1/agents/key') ? 'key' : 'work';
}

const newCode = async () => object(await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: ['berlin'] } }));

/** A server whose agent has taken a plan and not answered it yet. */
async function serverWithPlan() {
  const { code } = await newCode();
  const signer = createTestSigner();
  const body = { code: text(code), name: 'alpha', version: '1', facts: FACTS, key: signer.key };
  const { server_id: serverId } = await product.anonymous().ok('POST', '/v1/agents/enrolment', { body });
  const headersFor = (path: string) => ({ authorization: `Bearer ${signer.proof(text(serverId), targetOf(path))}` });
  const { at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const service = webServer({ osImage: { name: FACTS.systemName }, flavor: 'm1.small' });
  await product.member.ok('POST', `${at}/services`, { session, body: service });
  await deploy(product.member, at, session);
  let [prepared, cleaned]: (string | null)[] = [null, null];
  for (;;) {
    const about = { version: '1', facts: FACTS, fetchesSecrets: true };
    const poll = { ...about, prepared: prepared ?? null, cleaned: cleaned ?? null };
    const work = await product.anonymous().ok('POST', '/v1/agents/work', {
      body: poll,
      headers: headersFor('/v1/agents/work'),
    });
    if (work.prepare) prepared = text(object(work.prepare).machine);
    if (work.clean) cleaned = text(work.clean);
    if (work.plan) {
      const { id, body: order } = object(work.plan);
      const { secrets } = object(JSON.parse(text(order)) as JsonObject);
      const given = { planId: text(id), secretsGrant: text(secrets) };
      return { serverId: text(serverId), ...given, headersFor, poll, key: signer.key };
    }
  }
}

async function thingsToName(): Promise<{ known: Known; headersFor: (path: string) => Record<string, string> }> {
  const { serverId, planId, secretsGrant, headersFor, poll, key } = await serverWithPlan();
  const { id: codeId } = await newCode();
  const { code } = await newCode();
  const { id: poolId } = await root.ok('POST', '/v1/admin/server-pools', { body: { name: `pool ${newId()}` } });
  const bodies: Known['bodies'] = {
    enrolServer: [{ code: text(code), name: 'beta', version: '1', facts: FACTS, key }],
    renewAgentKey: [{ key }],
    askForWork: [poll, { ...poll, program: 'a'.repeat(64) }],
    fetchPlanSecrets: [{ grant: secretsGrant, key: SEALING_KEY }],
    reportPlan: [
      {
        lines: [{ number: 1, stream: 'stdout', text: 'Hello' }],
        commands: [{ command: 'Set-Thing', index: 0, count: 1, ok: true }],
      },
    ],
    answerPlan: [{ result: { IsException: true, Result: ['Type', 'It broke.', null] } }],
    changeServer: [{ name: 'gamma', tags: ['paris'] }, { pool: text(poolId) }],
    createServerPool: [{ name: `pool ${text(codeId)}`, tenants: [product.member.tenantId] }],
    changeServerPool: [{ open_to_all: false }, { system_accounts: ['linux'] }],
  };
  return {
    headersFor,
    known: {
      ids: { serverId: [serverId], codeId: [text(codeId)], poolId: [text(poolId)], planId: [planId] },
      bodies,
      apart: {},
    },
  };
}

it(`${REQUESTS} requests about servers that nobody should send never fail on our side (seed ${SEED})`, async () => {
  const description = await product.anonymous().ok('GET', '/openapi.json');
  const schemas = object(object(description.components).schemas);
  const targets: Target[] = targetsOf(description).filter(({ path }) =>
    /^\/v1\/(agents|admin\/(servers|server-pools|enrolment-codes))/.test(path),
  );
  const port = Number(new URL(product.url).port);
  const chance = createSeededRandom(SEED);
  const outcomes = noOutcomes();
  for (let begun = 0; begun < REQUESTS; begun += ANEW_AFTER) {
    const { known, headersFor } = await thingsToName();
    const requests = Array.from({ length: ANEW_AFTER }, () => {
      const request = hostileRequest(chance.one(targets), known, schemas, chance);
      const own = headersFor(request.path);
      const identity = chance.one<Record<string, string>>([own, own, { 'x-auth-token': root.token }]);
      return { ...request, headers: { ...identity, ...request.headers }, patienceMs: PATIENCE_MS };
    });
    await sendAll(port, requests, outcomes);
    for (const { id } of list((await root.ok('GET', '/v1/admin/servers')).servers))
      await product.db.poolServer.deleteMany({ where: { id: text(id) } });
  }
  expect(outcomes.failures).toEqual([]);
  expect([...new Set(outcomes.rawIds)]).toEqual([]);
  const logged = product.logLines.map((line) => JSON.parse(line) as JsonObject);
  expect(logged.filter(({ level, msg }) => level === 'error' && /request/.test(String(msg)))).toEqual([]);
  expect(outcomes.statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
});
