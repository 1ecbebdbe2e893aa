import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CallTarget } from '@/lib/formats/agent-channel/proof';
import type { ServerPool } from '@/lib/ports/cloud/server-pool';
import { readFacts } from '../facts';
import { openJournal } from '../journal';
import { createKey } from '../keys';
import { beginSession } from '../session';
import { newJournalKey } from '../settings';
import { type Agent, carryOut, cleanUp, prepare } from '../work';

/** An agent within this process, which asks a pool without a server in between. */
export interface AttachedAgent {
  stop(): Promise<void>;
}

/** Enrols one and lets it work. @param powerShell null: its machine has none */
export async function attachAgent(
  pool: ServerPool,
  name: string,
  powerShell: string | null = null,
): Promise<AttachedAgent> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-attached-'));
  const facts = readFacts(null);
  const { code } = await pool.createCode({ tags: [], minutes: 10, createdBy: 'c'.repeat(32) });
  const key = createKey();
  const { serverId, verifyKey } = await pool.agents.enrol({ code, name, version: '1', facts, key: key.publicKey });
  const journalKey = newJournalKey();
  const session = beginSession(home, serverId);
  const end = new AbortController();
  const own = (target: CallTarget) => pool.agents.identify(session.proof(key, target));
  const agent: Agent = {
    identity: { server: '', serverId, key, verifyKey, journalKey, address: null },
    session,
    home,
    journal: openJournal(home, journalKey),
    client: {
      poll: async (request) => (await own('work')).poll(request, end.signal),
      secrets: async (planId, request) => (await own(`secrets ${request.key} ${planId}`)).secrets(planId, request),
      report: async (planId, report) => (await own(`report ${planId}`)).report(planId, report),
      answer: async (planId, answer) => (await own(`answer ${planId}`)).answer(planId, answer),
      renewKey: async (publicKey) => (await own('key')).renewKey(publicKey),
    },
    host: { powerShell, accounts: null, startId: () => 'first', restart: async () => undefined },
    say: () => undefined,
  };

  async function work(): Promise<void> {
    let cleaned: string | null = null;
    while (!end.signal.aborted) {
      const about = { version: '1', facts, prepared: agent.journal.prepared(), cleaned, fetchesSecrets: true };
      const next = await agent.client.poll(about);
      cleaned = null;
      if (next.clean !== undefined) {
        await cleanUp(agent, next.clean);
        cleaned = next.clean;
      } else if (next.prepare) prepare(agent, next.prepare.machine);
      else if (next.plan) await carryOut(agent, next.plan);
    }
  }

  const working = work();
  return {
    stop: async () => {
      end.abort();
      await working;
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}
