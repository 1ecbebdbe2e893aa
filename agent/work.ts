import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, PlanOrder, SignedPlan, SoftwareOrder } from '@/lib/formats/agent-channel/messages';
import { storableResult } from '@/lib/formats/agent-channel/storable';
import { callsOf, isCallsInARow, programResult } from '@/lib/formats/execution-plan/body';
import { rebootsAfter } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan, PlanCommand, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type Account, asAccount } from './account';
import type { Accounts } from './accounts';
import { type Client, openPlan, withSecrets } from './client';
import type { Journal, PlanRecord } from './journal';
import { endLeftovers, MACHINE_MARK, type Mark, PLAN_MARK, type StartedProcess } from './leftovers';
import { runCommand } from './powershell';
import { runScript, writeFiles } from './programs';
import { type Reporter, startReporter } from './reporter';
import type { Session } from './session';
import type { AgentIdentity } from './settings';
import { runSoftware } from './software';
import { Refused } from './transport';
import { wordsOf } from './words';

/** The computer that an agent runs on, as far as it acts on it as a whole. */
export interface Host {
  /** PowerShell, or what stands in for it; null: there is none */
  powerShell: string | null;
  /** makes a user for each machine; null: what plans run is the agent's own user's */
  accounts: Accounts | null;
  /** differs from one start of the computer to the next */
  startId(): string;
  /** begins to restart the computer; what is under way ends with it */
  restart(): Promise<void>;
}

export interface Agent {
  identity: AgentIdentity;
  session: Pick<Session, 'isOwnCall'>;
  home: string;
  journal: Journal;
  client: Client;
  host: Host;
  say: (text: string) => void;
}

/** This process began not before it, in milliseconds since 1970. */
const OWN_BEGINNING = Math.floor(Date.now() - process.uptime() * 1000) - 1_000;
/** Between two looks for what a plan that is nobody's has running, in milliseconds. */
const END_AGAIN_MS = 1_000;

/** The folder of everything that plans of a machine leave behind. */
function machineFolder({ home }: Agent, machine: string): string {
  return path.join(home, 'machines', machine.replaceAll(/\W/g, '_'));
}

/** Ends what plans have left running; where that cannot be found out, the rest is done all the same. */
async function endRunning({ host, say }: Agent, of: Mark, started: readonly StartedProcess[]): Promise<void> {
  try {
    await endLeftovers(of, started, host.powerShell);
  } catch (error) {
    say(wordsOf(error));
  }
}

/** Makes room for what plans of a machine bring. */
export function prepare(agent: Agent, machine: string): void {
  fs.mkdirSync(machineFolder(agent, machine), { recursive: true, mode: 0o700 });
  agent.journal.prepare(machine);
}

/**
 * Ends what plans of a machine have left running, and removes their files and the user that they ran as.
 *
 * @throws Error when something of it cannot be removed yet: Windows keeps the folder that a program is in
 */
export async function cleanUp(agent: Agent, machine: string): Promise<void> {
  await endRunning(agent, { mark: MACHINE_MARK, value: machine }, agent.journal.started());
  try {
    await agent.host.accounts?.remove(machine);
    fs.rmSync(machineFolder(agent, machine), { recursive: true, force: true });
  } catch (error) {
    throw new Error(`This server is not free yet, for files of its last machine cannot be removed: ${wordsOf(error)}`);
  }
  if (agent.journal.prepared() === machine) agent.journal.prepare(null);
}

/**
 * Carries out a plan and answers it. Called again after a kill or a restart it goes on where the journal says: commands
 * that are over are not carried out again, one that was interrupted is.
 *
 * @throws Refused when the plan is nobody's any more: what it has running is ended; when its secrets are not given: the plan
 *   is given anew
 */
export async function carryOut(agent: Agent, signed: SignedPlan): Promise<void> {
  const { identity, journal, client, say } = agent;
  const order = openPlan(identity, agent.session, signed);
  if (!order) {
    say(`Plan ${signed.id} is not signed for this server and this call, and was not carried out.`);
    const words = 'The plan is not signed for this server and this call; its agent does not carry it out.';
    await client.answer(signed.id, { result: { IsException: true, Result: ['SignatureError', words] } });
    return;
  }
  const record = journal.read(signed.id);
  if (record.restartedFrom === null) {
    const result = record.answer ?? (await execute(agent, signed, order, record));
    journal.write({ ...record, answer: result });
    if ('plan' in order && restarts(order.plan, result)) return restart(agent, signed, { ...record, answer: result });
  } else if (record.restartedFrom === agent.host.startId()) {
    return restart(agent, signed, record);
  }
  const { answer } = journal.read(signed.id);
  await client.answer(signed.id, { result: sendable(answer) });
  journal.forget(signed.id);
  try {
    const account = accountOf(agent, order);
    asAccount(account, () => fs.rmSync(planFolder(agent, order, signed.id, account), { recursive: true, force: true }));
  } catch {
    // A program that the plan has left running is in it: it goes with the machine.
  }
}

/** What is answered is sent once the computer is back: that proves that it is. */
async function restart(agent: Agent, { id, linesSeen }: SignedPlan, record: PlanRecord): Promise<void> {
  agent.journal.write({ ...record, restartedFrom: agent.host.startId() });
  await startReporter(agent.client, id, linesSeen).end(true);
  agent.say('Restarting the computer, as the plan says.');
  await agent.host.restart();
}

/** The server takes no answer that is longer. */
const LONGEST_ANSWER = 900_000;

function sendable(answer: PlanResult | null): PlanResult {
  const sent = answer && { ...answer, Result: storableResult(answer.Result) };
  if (sent && JSON.stringify(sent).length <= LONGEST_ANSWER) return sent;
  const words = answer ? 'The plan was carried out; what it returned is too long to send.' : 'The answer was lost.';
  return { IsException: true, Result: ['AgentError', words] };
}

function restarts(plan: ExecutionPlan, { IsException: isException, Result: result }: PlanResult): boolean {
  const failed = isException || (Array.isArray(result) && result.some(hasFailed));
  return rebootsAfter(plan, failed);
}

/**
 * The user that an order is carried out as; null: the agent's own.
 *
 * @throws Error in a sentence, where this system has no means to make one
 */
function accountOf({ host }: Agent, { machine, account }: Order): Account | null {
  return account === 'machine' ? (host.accounts?.make(machine) ?? null) : null;
}

function planFolder(agent: Agent, { machine }: Order, planId: string, account: Account | null): string {
  const folder = account === null ? machineFolder(agent, machine) : path.join(account.home, 'plans');
  return path.join(folder, planId.replaceAll(/\W/g, '_'));
}

async function execute(agent: Agent, signed: SignedPlan, given: Order, record: PlanRecord): Promise<PlanResult> {
  let order: Order;
  try {
    order = await withSecrets(agent, signed.id, given);
  } catch (error) {
    // The server gives the plan anew, and what its secrets are fetched by, to an agent that asks for work.
    if (error instanceof Refused) throw error;
    return { IsException: true, Result: ['SecretsError', wordsOf(error)] };
  }
  const job = jobOf(agent, order);
  if (job.problem) return { IsException: true, Result: job.problem };
  const { commands } = job;
  const started = () => agent.journal.started().filter(({ planId }) => planId === signed.id);
  const endOwn = () => endRunning(agent, { mark: PLAN_MARK, value: signed.id }, started());
  let isAtWork = true;
  const reporter = startReporter(agent.client, signed.id, signed.linesSeen, async () => {
    // What is just being started is found at the next look.
    for (; isAtWork; await pause(END_AGAIN_MS)) await endOwn();
  });
  let result: PlanResult;
  try {
    const account = accountOf(agent, order);
    const folder = planFolder(agent, order, signed.id, account);
    asAccount(account, () => fs.mkdirSync(folder, { recursive: true, mode: 0o700 }));
    await job.prepare(folder, account);
    // What a killed agent had begun is ended before it is begun anew.
    if (record.isBegun) await endOwn();
    // The server may not have heard of all that is over; what it has, it does not take twice.
    for (const [index, end] of record.results.entries()) reportEnd(reporter, commands, index, end);
    for (const [index, command] of commands.entries()) {
      if (index < record.results.length) continue;
      const end = await runOne(agent, signed.id, order, job, command, { folder, account }, record, reporter);
      if (reporter.refusal()) break;
      record.results.push(end);
      record.isBegun = false;
      agent.journal.write(record);
      reportEnd(reporter, commands, index, end);
      if (hasFailed(end)) break;
    }
    result = job.resultOf(record.results);
  } catch (error) {
    result = { IsException: true, Result: ['AgentError', wordsOf(error)] };
  } finally {
    isAtWork = false;
    await reporter.end();
  }
  const refusal = reporter.refusal();
  if (refusal) throw refusal;
  return result;
}

/** What is to be done, one command after the other. */
interface Job {
  /** why it cannot be done at all; null: it can */
  problem: Json;
  commands: readonly PlanCommand[];
  prepare(folder: string, account: Account | null): Promise<void>;
  /** @returns an entry as commands of version 1 have */
  run(command: PlanCommand, start: CommandStart): Promise<JsonObject>;
  /** @param results of all, or up to one that failed */
  resultOf(results: readonly Json[]): PlanResult;
}

type CommandStart = Parameters<typeof runSoftware>[1];

function jobOf(agent: Agent, order: Order): Job {
  return 'software' in order ? softwareJob(agent, order) : planJob(agent, order);
}

/** A config of software is one command, which the tool carries out; whoever waits for it is told also how it failed. */
function softwareJob({ host }: Agent, { software }: SoftwareOrder): Job {
  return {
    problem: null,
    commands: [{ Name: software.tool, Arguments: {} }],
    prepare: async () => undefined,
    run: async (_, start) => {
      const reported = await runSoftware(software, start, host.powerShell);
      return { IsException: reported.deploy_status_code !== 0, Result: reported };
    },
    resultOf: ([entry]) => ({ IsException: false, Result: isObject(entry) ? (entry.Result ?? null) : null }),
  };
}

function planJob(agent: Agent, { plan }: PlanOrder): Job {
  const { program } = plan;
  const powerShell = agent.host.powerShell ?? '';
  return {
    problem: problemOf(agent, plan),
    commands: program ? callsOf(program) : plan.Commands,
    prepare: async (folder, account) => {
      if (program) await writeFiles(program, folder, account);
    },
    run: (command, start) =>
      program ? runScript(program, command, start, powerShell) : runCommand(powerShell, plan, command, start),
    resultOf: (results) => (program ? programResult(program, results) : { IsException: false, Result: [...results] }),
  };
}

function reportEnd(reporter: Reporter, commands: readonly PlanCommand[], index: number, result: Json): void {
  const { Name: command = '' } = commands[index] ?? {};
  reporter.command({ command, index, count: commands.length, ok: !hasFailed(result) });
}

async function runOne(
  agent: Agent,
  planId: string,
  { machine }: Order,
  job: Job,
  command: PlanCommand,
  place: { folder: string; account: Account | null },
  record: PlanRecord,
  reporter: Reporter,
): Promise<JsonObject> {
  let started: StartedProcess | null = null;
  // Before it is started: an agent that dies in this moment leaves a process of which it has noted nothing else.
  record.isBegun = true;
  agent.journal.write(record);
  agent.journal.keepStarted({ planId, pid: process.pid, from: OWN_BEGINNING, until: null });
  const end = await job.run(command, {
    ...place,
    environment: { [MACHINE_MARK]: machine, [PLAN_MARK]: planId },
    onStart: (pid: number, from: number) => {
      started = { planId, pid, from, until: null };
      agent.journal.keepStarted(started);
    },
    onLine: reporter.line,
  });
  if (started !== null) agent.journal.keepStarted({ ...(started as StartedProcess), until: Date.now() });
  return end;
}

/** Why a plan cannot be carried out at all; null: it can. */
function problemOf({ host }: Agent, { program, Commands: commands }: ExecutionPlan): Json {
  if (program && !isCallsInARow(program)) {
    const words =
      'The body of the plan decides or repeats; this agent carries out calls of scripts one after the other.';
    return ['BodyNotSupported', words];
  }
  if (!program && commands.length > 0 && host.powerShell === null) {
    return ['PowerShellMissing', 'The plan is in PowerShell, which this server does not have.'];
  }
  return null;
}

function hasFailed(result: Json): boolean {
  return isObject(result) && result.IsException === true;
}
