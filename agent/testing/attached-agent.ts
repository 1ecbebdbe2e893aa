import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerPool } from '@/lib/ports/cloud/server-pool';
import { readFacts } from '../facts';
import { openJournal } from '../journal';
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
  const enrolled = await pool.agents.enrol({ code, name, version: '1', facts });
  const journalKey = newJournalKey();
  const end = new AbortController();
  const own = () => pool.agents.identify(enrolled.credential);
  const agent: Agent = {
    identity: {
      ...{ server: '', serverId: enrolled.serverId, credential: enrolled.credential },
      ...{ verifyKey: enrolled.verifyKey, journalKey, address: null },
    },
    home,
    journal: openJournal(home, journalKey),
    client: {
      poll: async (request) => (await own()).poll(request, end.signal),
      report: async (planId, report) => (await own()).report(planId, report),
      answer: async (planId, answer) => (await own()).answer(planId, answer),
    },
    host: { powerShell, startId: () => 'first', restart: async () => undefined },
    say: () => undefined,
  };

  async function work(): Promise<void> {
    let cleaned: string | null = null;
    while (!end.signal.aborted) {
      const about = { version: '1', facts, prepared: agent.journal.prepared(), cleaned };
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
