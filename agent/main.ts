import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, enrol, Refused } from './client';
import { readFacts } from './facts';
import { thisHost } from './host';
import { openJournal } from './journal';
import { defaultHome, newJournalKey, readIdentity, writeIdentity } from './settings';
import { type Agent, carryOut, cleanUp, prepare } from './work';

/** Grows with what agents and server tell each other. */
const VERSION = '1';
/** Between two attempts of an agent that the server does not know, in milliseconds. */
const UNKNOWN_MS = 60_000;

const USAGE = `vetro-agent enrol --server https://vetro.example.com --code CODE [--name NAME] [--address ADDRESS] [--home FOLDER]
vetro-agent run [--home FOLDER]
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    code: { type: 'string' },
    name: { type: 'string' },
    address: { type: 'string' },
    home: { type: 'string' },
    'allow-http': { type: 'boolean', default: false },
  },
});
const home = values.home ?? defaultHome();
const say = (text: string) => void process.stdout.write(`${new Date().toISOString()} ${text}\n`);

try {
  const [command] = positionals;
  if (command === 'enrol') await enrolHere();
  else if (command === 'run') await run();
  else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function enrolHere(): Promise<void> {
  const { code, name = os.hostname(), address = null } = values;
  const server = (values.server ?? '').replace(/\/+$/, '');
  if (!URL.canParse(server) || !code) throw new Error(USAGE);
  const { protocol, hostname } = new URL(server);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal && !values['allow-http']) {
    throw new Error(
      'The server must be reached by https: plans hold passwords. (--allow-http on a network of your own.)',
    );
  }
  const answer = await enrol(server, { code, name, version: VERSION, facts: readFacts(address) });
  writeIdentity(home, {
    server,
    serverId: answer.server_id,
    credential: answer.credential,
    verifyKey: answer.verify_key,
    journalKey: newJournalKey(),
    address,
  });
  say(`Enrolled as ${name}. Start the agent: vetro-agent run --home ${home}`);
}

async function run(): Promise<void> {
  const identity = readIdentity(home);
  const journal = openJournal(home, identity.journalKey);
  const agent: Agent = {
    ...{ identity, home, journal, say },
    client: createClient(identity, say),
    host: thisHost(process.env),
  };
  say(`Asking ${identity.server} for work.`);
  let cleaned: string | null = null;
  for (;;) {
    try {
      const facts = readFacts(identity.address);
      const work = await agent.client.poll({ version: VERSION, facts, prepared: journal.prepared(), cleaned });
      cleaned = null;
      if (work.clean !== undefined) {
        await cleanUp(agent, work.clean);
        cleaned = work.clean;
        say('This server is free again.');
      } else if (work.prepare) {
        prepare(agent, work.prepare.machine);
        say(`This server is ${work.prepare.host} now.`);
      } else if (work.plan) {
        say(`Plan ${work.plan.id}.`);
        await carryOut(agent, work.plan);
        say(`Plan ${work.plan.id} is answered.`);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message);
      // A plan whose machine is gone is over; a server that nobody knows asks seldom.
      await pause(error.status === 401 ? UNKNOWN_MS : 1_000);
    }
  }
}
