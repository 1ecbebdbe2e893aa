import fs from 'node:fs';
import path from 'node:path';
import type { PlanOrder, SignedPlan } from '@/lib/formats/agent-channel/messages';
import { storableResult } from '@/lib/formats/agent-channel/storable';
import { callsOf, isCallsInARow, returnedBy } from '@/lib/formats/execution-plan/body';
import { rebootsAfter } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan, PlanCommand, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type Client, openPlan } from './client';
import type { Journal, PlanRecord } from './journal';
import { runCommand } from './powershell';
import { endMarked, MACHINE_MARK, PLAN_MARK } from './processes';
import { runScript, writeFiles } from './programs';
import { type Reporter, startReporter } from './reporter';
import type { AgentIdentity } from './settings';

/** The computer that an agent runs on, as far as it acts on it as a whole. */
export interface Host {
  /** PowerShell, or what stands in for it; null: there is none */
  powerShell: string | null;
  /** differs from one start of the computer to the next */
  startId(): string;
  /** begins to restart the computer; what is under way ends with it */
  restart(): Promise<void>;
}

export interface Agent {
  identity: AgentIdentity;
  home: string;
  journal: Journal;
  client: Client;
  host: Host;
  say: (text: string) => void;
}

/** The folder of everything that plans of a machine leave behind. */
function machineFolder({ home }: Agent, machine: string): string {
  return path.join(home, 'machines', machine.replaceAll(/\W/g, '_'));
}

/** Makes room for what plans of a machine bring. */
export function prepare(agent: Agent, machine: string): void {
  fs.mkdirSync(machineFolder(agent, machine), { recursive: true, mode: 0o700 });
  agent.journal.prepare(machine);
}

/** Ends what plans of a machine have left running, and removes their files. */
export async function cleanUp(agent: Agent, machine: string): Promise<void> {
  await endMarked(MACHINE_MARK, machine);
  fs.rmSync(machineFolder(agent, machine), { recursive: true, force: true });
  if (agent.journal.prepared() === machine) agent.journal.prepare(null);
}

/**
 * Carries out a plan and answers it. Called again after a kill or a restart it goes on where the journal says: commands
 * that are over are not carried out again, one that was interrupted is.
 */
export async function carryOut(agent: Agent, signed: SignedPlan): Promise<void> {
  const { identity, journal, client, say } = agent;
  const order = openPlan(identity, signed);
  if (!order) {
    say(`Plan ${signed.id} is not signed for this server and was not carried out.`);
    const words = 'The plan is not signed for this server; its agent does not carry it out.';
    await client.answer(signed.id, { result: { IsException: true, Result: ['SignatureError', words] } });
    return;
  }
  const record = journal.read(signed.id);
  if (record.restartedFrom === null) {
    const result = record.answer ?? (await execute(agent, signed, order, record));
    journal.write({ ...record, answer: result });
    if (restarts(order.plan, result)) return restart(agent, signed, { ...record, answer: result });
  } else if (record.restartedFrom === agent.host.startId()) {
    return restart(agent, signed, record);
  }
  const { answer } = journal.read(signed.id);
  await client.answer(signed.id, { result: sendable(answer) });
  journal.forget(signed.id);
  fs.rmSync(planFolder(agent, order, signed.id), { recursive: true, force: true });
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

function planFolder(agent: Agent, { machine }: PlanOrder, planId: string): string {
  return path.join(machineFolder(agent, machine), planId.replaceAll(/\W/g, '_'));
}

async function execute(agent: Agent, signed: SignedPlan, order: PlanOrder, record: PlanRecord): Promise<PlanResult> {
  const { plan } = order;
  const { program } = plan;
  const problem = problemOf(agent, plan);
  if (problem) return { IsException: true, Result: problem };
  const commands = program ? callsOf(program) : plan.Commands;
  const folder = planFolder(agent, order, signed.id);
  const reporter = startReporter(agent.client, signed.id, signed.linesSeen);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (program) await writeFiles(program, folder);
    // What a killed agent had begun is ended before it is begun anew.
    if (record.pid !== null) await endMarked(PLAN_MARK, signed.id);
    // The server may not have heard of all that is over; what it has, it does not take twice.
    for (const [index, result] of record.results.entries()) reportEnd(reporter, commands, index, result);
    for (const [index, command] of commands.entries()) {
      if (index < record.results.length) continue;
      const result = await runOne(agent, signed.id, order, command, folder, record, reporter);
      record.results.push(result);
      record.pid = null;
      agent.journal.write(record);
      reportEnd(reporter, commands, index, result);
      if (hasFailed(result)) break;
    }
    return resultOf(plan, record.results);
  } catch (error) {
    return { IsException: true, Result: ['AgentError', error instanceof Error ? error.message : String(error)] };
  } finally {
    await reporter.end();
  }
}

function reportEnd(reporter: Reporter, commands: readonly PlanCommand[], index: number, result: Json): void {
  const { Name: command = '' } = commands[index] ?? {};
  reporter.command({ command, index, count: commands.length, ok: !hasFailed(result) });
}

function runOne(
  agent: Agent,
  planId: string,
  { machine, plan }: PlanOrder,
  command: PlanCommand,
  folder: string,
  record: PlanRecord,
  reporter: Reporter,
): Promise<JsonObject> {
  const start = {
    folder,
    environment: { [MACHINE_MARK]: machine, [PLAN_MARK]: planId },
    onStart: (pid: number) => {
      record.pid = pid;
      agent.journal.write(record);
    },
    onLine: reporter.line,
  };
  if (plan.program) return runScript(plan.program, command, start);
  return runCommand(agent.host.powerShell ?? '', plan, command, start);
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

function resultOf({ program }: ExecutionPlan, results: Json[]): PlanResult {
  if (!program) return { IsException: false, Result: results };
  const last = results.at(-1);
  if (isObject(last) && last.IsException === true) return { IsException: true, Result: last.Result ?? null };
  const ends = results.map((result) => (isObject(result) ? (result.Result ?? null) : null));
  return { IsException: false, Result: returnedBy(program, ends) };
}

function hasFailed(result: Json): boolean {
  return isObject(result) && result.IsException === true;
}
