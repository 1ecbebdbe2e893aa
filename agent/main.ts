import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SignedUpdate } from '@/lib/formats/agent-channel/messages';
import { programDigest } from '@/lib/formats/agent-channel/releases';
import { isHostAddress } from '@/lib/model/host-address';
import { keepSettings, reportedSettings } from './channel-settings';
import { createClient, downloadProgram, enrol } from './client';
import { readFacts } from './facts';
import { thisHost } from './host';
import { openJournal } from './journal';
import { createKey, isKeyDue, recoverKey, renewKey } from './keys';
import { fetchProgram, ownFile, readChoice } from './own-program';
import { beginSession } from './session';
import { defaultHome, earlierIdentity, newJournalKey, readIdentity, writeIdentity } from './settings';
import { supervise, type WorkerMessage } from './supervisor';
import { Refused } from './transport';
import { onlyChanges, wordsOf } from './words';
import { type Agent, carryOut, cleanUp, prepare } from './work';

/** Grows with what agents and server tell each other. */
const VERSION = '1';
/** Between two attempts of an agent that the server does not know, in milliseconds. */
const UNKNOWN_MS = 60_000;
/** Between two attempts with the keys of a month, each a call of its own, in milliseconds: the server may have been removed. */
const RECOVERY_MS = 15 * 60_000;
/** What does not change by itself: the server does not know this agent, or answers it no more. */
const LASTING = [401, 403];
/** Between two attempts of what has failed on this server itself, in milliseconds: the first, and the last of many. */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 30_000;

const USAGE = `Usage: vetro-agent enrol --server https://vetro.example.com --code CODE [--name NAME] [--address ADDRESS] [--ca FILE] [--home FOLDER]
       vetro-agent run [--home FOLDER]
       vetro-agent --help | --version

enrol     takes this server into the pool of a Vetro server, with a code that an administrator has made
  --name        what the server is called in lists; its host name when left out
  --address     the IP address or host name by which others reach this server; its first one when left out
  --ca          the certificate of an authority of your own that has signed the Vetro server's
  --allow-http  takes an address without TLS: who is in between could pose as the server, so only on a network of your own
run       asks the Vetro server for work, and carries it out
  --home        the folder of the agent; ${defaultHome()} when left out
`;

const OPTIONS = {
  server: { type: 'string' },
  code: { type: 'string' },
  name: { type: 'string' },
  address: { type: 'string' },
  ca: { type: 'string' },
  home: { type: 'string' },
  'allow-http': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** What the command line asks for. What it does not know ends the process with a sentence, not with a stack trace. */
function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const sentence = wordsOf(error).split('. ')[0];
    process.stderr.write(`${sentence}. "vetro-agent --help" names what there is.\n`);
    process.exit(2);
  }
}

const { positionals, values } = readArguments();
const home = values.home ?? defaultHome();
/** When the server was last asked with earlier keys, as `performance.now` says. */
let recoveryTriedAt = Number.NEGATIVE_INFINITY;
const say = (text: string) => void process.stdout.write(`${new Date().toISOString()} ${text}\n`);

try {
  const [command] = positionals;
  if (values.help || command === 'help') process.stdout.write(USAGE);
  else if (values.version) process.stdout.write(`vetro-agent ${versionOf(ownDigest())}\n`);
  else if (command === 'enrol') await enrolHere();
  else if (command === 'run') {
    // one that has not enrolled has nothing to start again and again
    readIdentity(home);
    process.exitCode = await supervise(home, say);
  } else if (command === 'work') await work();
  else {
    process.stderr.write(command === undefined ? USAGE : `There is no "${command}". ${USAGE}`);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}

function ownDigest(): string {
  return programDigest(fs.readFileSync(ownFile()));
}

function versionOf(digest: string): string {
  return `${VERSION}+${digest.slice(0, 8)}`;
}

async function enrolHere(): Promise<void> {
  const { code, name = os.hostname(), address = null } = values;
  const server = (values.server ?? '').replace(/\/+$/, '');
  if (!URL.canParse(server) || !code) throw new Error(`Enrolling needs --server and --code.\n${USAGE}`);
  if (address !== null && !isHostAddress(address)) {
    throw new Error(`--address must be an IP address or a host name, not "${address}".`);
  }
  const { protocol, hostname } = new URL(server);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal && !values['allow-http']) {
    throw new Error(
      'The server must be reached by https: who is in between could pose as it. (--allow-http on a network of your own.)',
    );
  }
  if (values.ca !== undefined && process.env.NODE_EXTRA_CA_CERTS !== values.ca) return restartTrusting(values.ca);
  const key = createKey();
  const earlier = earlierIdentity(home);
  const answer = await enrol(server, { code, name, version: VERSION, facts: readFacts(address), key: key.publicKey });
  const { server_id: serverId, verify_key: verifyKey } = answer;
  // A server that enrols anew goes on with the plan that it is at.
  const journalKey = earlier?.serverId === serverId ? earlier.journalKey : newJournalKey();
  writeIdentity(home, { server, serverId, key, verifyKey, journalKey, address });
  if (values.ca !== undefined) fs.copyFileSync(values.ca, path.join(home, 'ca.pem'));
  say(`Enrolled as ${answer.name}. Start the agent: vetro-agent run --home ${home}`);
}

/** Node reads the certificates that it trusts when it starts: the same again, with one's own authority among them. */
function restartTrusting(ca: string): void {
  fs.accessSync(ca, fs.constants.R_OK);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca };
  const { status } = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Hands over to the program that the server wants; this one goes on where that cannot be had. */
async function update(agent: Agent, order: SignedUpdate): Promise<boolean> {
  const { identity, session } = agent;
  try {
    await fetchProgram(home, identity, session, order, () => downloadProgram(identity));
  } catch (error) {
    say(`The agent could not be updated: ${wordsOf(error)}`);
    return false;
  }
  await notify({ change: order.digest });
  return true;
}

/** Tells the process that watches over this one; nobody does where it was started by hand. */
async function notify(message: WorkerMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    if (!process.send?.(message, () => resolve())) resolve();
  });
}

/** Whether a server that did not know the key of this agent knows it again. */
async function isRecovered({ identity, client }: Agent, error: unknown): Promise<boolean> {
  const isUnknown = error instanceof Refused && error.code === 'agent_unknown';
  if (!isUnknown || performance.now() - recoveryTriedAt < RECOVERY_MS) return false;
  recoveryTriedAt = performance.now();
  const isKnown = await recoverKey(home, identity, client.renewKey).catch(() => false);
  if (isKnown) say('The server knew an earlier key of this agent alone, and has taken a new one.');
  return isKnown;
}

async function work(): Promise<void> {
  // Whoever watches over it ends with it: nothing of an agent that was killed goes on.
  process.once('disconnect', () => process.exit(1));
  const digest = ownDigest();
  const version = versionOf(digest);
  // One that nobody watches over cannot change its program.
  const program = process.connected ? digest : undefined;
  const refused = readChoice(home).refused ?? undefined;
  const identity = readIdentity(home);
  const journal = openJournal(home, identity.journalKey);
  const session = beginSession(home, identity.serverId);
  const agent: Agent = {
    ...{ identity, session, home, journal, say },
    client: createClient(identity, session, say),
    host: thisHost(process.env),
  };
  say(`Asking ${identity.broker ? `${identity.broker.host} (broker)` : identity.server} for work.`);
  let cleaned: string | null = null;
  let isUp = false;
  let waitMs = FIRST_WAIT_MS;
  const sayChanges = onlyChanges(say);
  for (;;) {
    try {
      if (isKeyDue(identity)) await renewKey(home, identity, agent.client.renewKey);
      const facts = readFacts(identity.address);
      const about = { version, program, refused, facts, fetchesSecrets: true, ...reportedSettings(identity) };
      const work = await agent.client.poll({ ...about, prepared: journal.prepared(), cleaned });
      if (!isUp) await notify({ up: true });
      isUp = true;
      cleaned = null;
      if (work.settings) {
        const sentence = keepSettings(home, identity, session, work.settings);
        if (sentence !== null) say(sentence);
      } else if (work.update) {
        if (await update(agent, work.update)) process.exit(0);
      } else if (work.clean !== undefined) {
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
      waitMs = FIRST_WAIT_MS;
    } catch (error) {
      // A file that is in use, a disk that is full: an agent that no longer asked would be silent for good.
      if (await isRecovered(agent, error)) continue;
      sayChanges(error instanceof Refused ? error.message : `${wordsOf(error)}; trying again.`);
      waitMs = error instanceof Refused ? FIRST_WAIT_MS : Math.min(waitMs * 2, LAST_WAIT_MS);
      // A plan whose machine is gone is over; a server that nobody knows, or that two agents speak for, asks seldom.
      await pause(error instanceof Refused && LASTING.includes(error.status) ? UNKNOWN_MS : waitMs);
    }
  }
}
