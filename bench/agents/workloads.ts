// Agents that wait for work: the agent's own program, as it calls the server, without a server around it.
import { createClient, enrol } from '@/agent/client';
import { createKey } from '@/agent/keys';
import { beginSession } from '@/agent/session';
import { newJournalKey } from '@/agent/settings';

const FACTS = {
  system: 'linux' as const,
  systemTitle: 'A server of a benchmark',
  systemName: 'bench-1',
  addresses: ['192.0.2.1'],
  cores: 1,
  memoryMb: 1024,
  diskGb: 1,
};
const VERSION = '1.0.0';

/**
 * Enrols an agent that asks for work until it is to end.
 *
 * @param home a folder of its own
 * @param on told of each question that was answered, with how long it waited, and of what failed, which is tried again
 * @returns resolves once it is enrolled, with what it does from then on
 */
export async function agent(
  { server, code, name, home }: { server: string; code: string; name: string; home: string },
  on: { answered(ms: number): void; failed(sentence: string): void },
): Promise<(until: AbortSignal) => Promise<void>> {
  const key = createKey();
  const enrolled = await enrol(server, { code, name, version: VERSION, facts: FACTS, key: key.publicKey });
  const identity = {
    ...{ server, serverId: enrolled.server_id, name: enrolled.name, verifyKey: enrolled.verify_key },
    ...{ key, journalKey: newJournalKey(), address: null },
  };
  const client = createClient(identity, beginSession(home, enrolled.server_id), on.failed);
  return async (until) => {
    while (!until.aborted) {
      const from = performance.now();
      await client.poll({ version: VERSION, facts: FACTS, prepared: null, cleaned: null });
      on.answered(performance.now() - from);
    }
  };
}
