import { type AgentSettings, createAgentSource } from '@/lib/cloud/agents/program';
import { findServers, isAlive, type ServerRow } from '@/lib/cloud/agents/servers';
import type { Db } from '@/lib/db/client';

/** One thing that was looked at, as the doctor of OpenStack tells it. */
interface Examination {
  what: string;
  state: 'fine' | 'warning' | 'wrong';
  found: string;
}

/** So many servers are named in one line. */
const MAX_NAMES = 10;

/**
 * Looks at a pool of servers: whether agents can be installed and reach this server, who has enrolled, who was not heard
 * of lately, and how many are free.
 *
 * @param baseUrl the address that agents are told to ask
 * @param agents the agent that servers get
 */
export async function examinePool(
  db: Db,
  { baseUrl, agents, now }: { baseUrl: string; agents: AgentSettings; now: Date },
): Promise<Examination[]> {
  const own = [await examineProgram(agents), examineAddress(baseUrl)];
  try {
    return [...own, ...examineServers(await findServers(db), now)];
  } catch {
    const found = 'Its tables are not in the database yet: start Vetro once, which makes them.';
    return [...own, { what: 'Pool: servers', state: 'warning', found }];
  }
}

async function examineProgram(agents: AgentSettings): Promise<Examination> {
  const what = 'Pool: agent';
  const program = await createAgentSource(agents)
    .read()
    .catch(() => null);
  if (program === null) {
    return { what, state: 'wrong', found: 'The program of the agent is not built. Run: npm run build' };
  }
  const { releaseKey } = agents;
  if (releaseKey === null) return { what, state: 'fine', found: 'can be installed on servers' };
  if (program.signatures.some(({ key }) => key === releaseKey)) {
    return { what, state: 'fine', found: 'can be installed on servers, and is signed by the release key' };
  }
  const found = 'The program is not signed by the key of VETRO_AGENT_RELEASE_KEY: agents are not updated to it.';
  return { what, state: 'warning', found: `${found} Sign it: npm run release -- sign` };
}

function examineAddress(baseUrl: string): Examination {
  const what = 'Pool: address';
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isLocal) {
    return { what, state: 'warning', found: `Servers cannot reach ${baseUrl}: set VETRO_BASE_URL to what they reach.` };
  }
  if (protocol === 'https:') return { what, state: 'fine', found: `agents ask ${baseUrl}` };
  const found = `${baseUrl} is without TLS: agents refuse it, unless they are enrolled with --allow-http.`;
  return { what, state: 'warning', found };
}

function examineServers(servers: readonly ServerRow[], now: Date): Examination[] {
  const what = 'Pool: servers';
  if (servers.length === 0) {
    return [{ what, state: 'warning', found: 'None has enrolled: Administration → Servers → Enrol a server.' }];
  }
  const silent = servers.filter((server) => !isAlive(server, now));
  const usable = servers.filter((server) => server.machineId === null && isAlive(server, now));
  const free = usable.filter(({ cleansUp }) => cleansUp === null);
  const taken = servers.filter(({ machineId }) => machineId !== null);
  const latest = servers.map(({ lastSeenAt }) => lastSeenAt).sort((a, b) => b.getTime() - a.getTime())[0];
  const counts = `${servers.length} enrolled, ${free.length} free, ${taken.length} taken, ${usable.length - free.length} being cleaned`;
  const found: Examination[] = [
    {
      what,
      state: free.length > 0 ? 'fine' : 'warning',
      found: `${counts}${free.length > 0 ? '' : ': no machine can be made'}`,
    },
  ];
  const contact = 'Pool: contact';
  if (silent.length === 0) {
    return [
      ...found,
      { what: contact, state: 'fine', found: `all were heard of within a minute, last at ${latest?.toISOString()}` },
    ];
  }
  const names = silent.slice(0, MAX_NAMES).map(({ name, lastSeenAt }) => `${name} (${lastSeenAt.toISOString()})`);
  const more = silent.length > names.length ? ` and ${silent.length - names.length} more` : '';
  const words = `Not heard of for a minute: ${names.join(', ')}${more}. Are they on, and does their agent run?`;
  return [...found, { what: contact, state: 'warning', found: words }];
}
