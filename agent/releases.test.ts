import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentKeyPair } from '@/lib/formats/agent-channel/proof';
import { programDigest, signatureLine, signaturesFile, signRelease } from '@/lib/formats/agent-channel/releases';
import { freePort } from '@/lib/testing/free-port';
import { eventually } from '@/lib/testing/patience';
import { readIdentity, writeIdentity } from './settings';
import { AGENT_PROGRAM } from './testing/agent-child';
import { type AgentPool, startAgentPool } from './testing/agent-pool';
import type { AgentProcess } from './testing/agent-process';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy';

/** Agents of an installation that has a release key and a second address: real ones, over HTTP. */

const release = createAgentKeyPair();
let pool: AgentPool;
let folder: string;
let given: string;
/** where agents enrol, and where the server is found once that is shut */
let first: RecordingProxy;
let second: RecordingProxy;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-releases-'));
  given = path.join(folder, 'given.mjs');
  fs.copyFileSync(AGENT_PROGRAM, given);
  const port = await freePort();
  const settings = { program: given, releaseKey: release.publicKey, addresses: [`http://127.0.0.1:${port}`] };
  pool = await startAgentPool(settings);
  const { url } = pool.product;
  [first, second] = [await startRecordingProxy(url), await startRecordingProxy(url, port)];
});
afterAll(async () => {
  await pool?.close();
  await first?.close();
  await second?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const enrolled = (name: string) => pool.enrol(name, { server: first.url });

/** Puts another program where the server takes it from. @param at when it was released; null: nobody has signed it */
function give(comment: string, at: string | null, key = release): void {
  fs.writeFileSync(given, `${fs.readFileSync(AGENT_PROGRAM, 'utf8')}\n// ${comment}`);
  fs.rmSync(signaturesFile(given), { force: true });
  const digest = programDigest(fs.readFileSync(given));
  if (at !== null) fs.writeFileSync(signaturesFile(given), signatureLine(signRelease(key.privateKey, digest, at)));
}
/** The same, for an agent at work: one that waits for work hears of it half a minute later, one that is started at once. */
async function giving(agent: AgentProcess, comment: string, at: string | null): Promise<void> {
  await agent.kill();
  await forgetOrders();
  give(comment, at);
  agent.start();
}
const keptKey = (agent: AgentProcess) => readIdentity(agent.home).releaseKey;
/** As if the server had told the agent a long time ago to change. */
const forgetOrders = () =>
  pool.product.db.$executeRaw`update pool_servers set agent_update = agent_update - 'ordered' - 'orderedAt'`;

describe('an agent of an installation with a release key', () => {
  it('takes programs that are signed by it, and none that is not', async () => {
    const agent = await enrolled('released');
    agent.start();
    await eventually('the agent to keep the key', () => keptKey(agent) === release.publicKey);
    await giving(agent, 'nobody has signed this', null);
    await pool.until('released', 'unsigned');
    await giving(agent, 'signed', '2026-11-30T12:00:00.000Z');
    await pool.until('released', 'current');
    expect(readIdentity(agent.home).releasedAt).toBe('2026-11-30T12:00:00.000Z');
  });

  it('takes none that was released before the one that it took last', async () => {
    const agent = await enrolled('recent');
    const taken = { releaseKey: release.publicKey, releasedAt: '2026-12-01T12:00:00.000Z' };
    writeIdentity(agent.home, { ...readIdentity(agent.home), ...taken });
    agent.start();
    await eventually('it to be refused', () =>
      agent.log().includes('was released before the one that this agent took'),
    );
    expect((await pool.serverOf('recent'))?.agent_program).toBe('updating');
    expect(readIdentity(agent.home)).toMatchObject(taken);
  });

  it('goes by its first key where the server names another one', async () => {
    const thief = createAgentKeyPair();
    const agent = await enrolled('faithful');
    // what it would have from a server whose settings are another's
    writeIdentity(agent.home, { ...readIdentity(agent.home), releaseKey: thief.publicKey });
    give('for the others', '2026-11-30T13:00:00.000Z');
    agent.start();
    await pool.until('faithful', 'unsigned');
    await eventually('it to say so', () => agent.log().includes('names another release key'));
    expect(keptKey(agent)).toBe(thief.publicKey);
  });
});

describe('an installation that was restored', () => {
  it('at an address that its agents were told before has them by themselves, also with keys of long ago', async () => {
    give('as it is', '2026-11-30T14:00:00.000Z');
    const agent = await enrolled('moved');
    agent.start();
    await eventually('the agent to keep the address', () =>
      (readIdentity(agent.home).settings?.addresses ?? []).includes(second.url),
    );
    const where = { id: readIdentity(agent.home).serverId };
    const backup = await pool.product.db.poolServer.findUniqueOrThrow({ where });
    // two days of keys
    for (let day = 0; day < 2; day += 1) {
      await agent.kill();
      const identity = readIdentity(agent.home);
      const before = identity.key?.publicKey;
      if (identity.key) identity.key.madeAt = '2026-01-01T00:00:00.000Z';
      writeIdentity(agent.home, identity);
      agent.start();
      await eventually('a new key', () => readIdentity(agent.home).key?.publicKey !== before);
    }
    await agent.kill();
    await first.close();
    const { agentKey, retiredKey } = backup;
    await pool.product.db.poolServer.update({
      where,
      data: { agentKey, retiredKey, agentSession: {}, lastSeenAt: new Date(0) },
    });
    agent.start();
    await eventually('it to be heard of', async () => (await pool.serverOf('moved'))?.state === 'free');
    await eventually('it to say so', () => agent.log().includes('knew an earlier key of this agent alone'));
  });
});
