import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSigningKeys, signPlan, signSecrets } from '@/lib/cloud/agents/signing';
import {
  type AgentReport,
  PLAN_NOT_YOURS,
  type PlanOrder,
  type SignedPlan,
  type SoftwareOrder,
} from '@/lib/formats/agent-channel/messages';
import { sealValues } from '@/lib/formats/agent-channel/sealed-values';
import type { ExecutionPlan, PlanResult, Program } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Client } from './client';
import { openJournal } from './journal';
import type { StartedProcess } from './leftovers';
import { newJournalKey } from './settings';
import { Refused } from './transport';
import { type Agent, carryOut, cleanUp, prepare } from './work';

/** What runs for a machine or a plan is found by its name: of its own, where several suites share a computer. */
const MACHINE = randomBytes(16).toString('hex');
const PLAN = `plan-${MACHINE}`;
const SERVER = 'b'.repeat(32);
/** the call that this process of the agent has made */
const CALL = `${'5'.repeat(32)}.1`;
const SECRET = 'Schwertfisch-und-Kraken';
/** Stands in for PowerShell: notes each call, and answers with what the plan's script says in its first line. */
const STAND_IN = `#!/usr/bin/env node
const fs = require('node:fs');
const [, order] = fs.readFileSync(0, 'utf8').split('\\n');
const { mark, name, arguments: given } = JSON.parse(Buffer.from(order, 'base64').toString());
fs.appendFileSync(process.env.VETRO_TEST_NOTES, name + '\\n');
console.log(name + ' runs');
if (name === 'Wait-Forever') return setInterval(() => undefined, 1_000);
if (name === 'Print-Bytes') console.log('d\\0i\\0s\\0k\\0 ' + 'x'.repeat(3_994) + '😀');
if (name === 'Print-Wide') process.stdout.write('w'.repeat(5_000_000) + '\\n');
const long = { 'Get-Long': 100_000, 'Get-Endless': 3_000_000 }[name];
const entry = name === 'Fail-Thing'
  ? { IsException: true, Result: ['System.Exception', 'It did not work.', name] }
  : { IsException: false, Result: [long ? 'x'.repeat(long) : name + ' with ' + Object.keys(given).join()] };
console.log(mark + 'result:' + Buffer.from(JSON.stringify(entry)).toString('base64'));
`;

let folder: string;
let keys: ReturnType<typeof createSigningKeys>;
let answers: { planId: string; result: PlanResult }[];
let reports: AgentReport[];
let startId: string;
let restarts: number;
/** what the server gives for the references of the plan, until it has given it */
let secrets: Record<string, Json> | null;
/** whom the server says that the secrets are for */
let secretsFor: { server: string; call: string };
/** whether the server has taken the machine away */
let isReleased: boolean;
let agent: Agent;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-agent-'));
  fs.writeFileSync(path.join(folder, 'powershell'), STAND_IN, { mode: 0o755 });
  process.env.VETRO_TEST_NOTES = path.join(folder, 'notes');
  keys = createSigningKeys();
  [answers, reports, startId, restarts, isReleased] = [[], [], 'first', 0, false];
  [secrets, secretsFor] = [null, { server: SERVER, call: CALL }];
  agent = newAgent(newJournalKey());
  prepare(agent, MACHINE);
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The agent, as it is after each start of its program. */
function newAgent(journalKey: string): Agent {
  const home = path.join(folder, 'home');
  const client: Client = {
    poll: async () => ({}),
    report: async (_, report) => {
      if (isReleased) throw new Refused(404, PLAN_NOT_YOURS, 'Its machine is gone.');
      reports.push(report);
    },
    answer: async (planId, { result }) => void answers.push({ planId, result }),
    renewKey: async () => undefined,
    secrets: async (planId, { key }) => {
      if (!secrets) throw new Refused(409, 'plan_secrets_fetched', 'They were fetched before.');
      const sealed = sealValues(secrets, planId, key);
      if (!sealed) throw new Error('a key of no use');
      secrets = null;
      const { server, call } = secretsFor;
      return signSecrets(keys.privateKey, server, planId, { ...sealed, call });
    },
  };
  return {
    identity: { server: '', serverId: SERVER, verifyKey: keys.publicKey, journalKey, address: null },
    session: { isOwnCall: (call) => call === CALL },
    home,
    journal: openJournal(home, journalKey),
    client,
    host: {
      powerShell: path.join(folder, 'powershell'),
      accounts: null,
      startId: () => startId,
      restart: async () => {
        restarts += 1;
      },
    },
    say: () => undefined,
  };
}

const again = () => newAgent(agent.identity.journalKey);

function signed(plan: Partial<ExecutionPlan>, id = PLAN, server = SERVER, call: string | null = CALL): SignedPlan {
  const order: PlanOrder = { machine: MACHINE, plan: { Scripts: [], Commands: [], RebootOnCompletion: 0, ...plan } };
  return { ...signPlan(keys.privateKey, server, { id, body: JSON.stringify(order) }, call), linesSeen: 0 };
}

const commands = (...names: string[]) => names.map((Name) => ({ Name, Arguments: { Password: SECRET } as JsonObject }));
const notes = () => {
  const file = path.join(folder, 'notes');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
};

/** Everything that the agent has on the disk, as one text. */
function onDisk(): string {
  const files = fs.readdirSync(agent.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n');
}

describe('a plan of version 1', () => {
  it('is carried out command by command, tells its lines, and is answered', async () => {
    await carryOut(agent, signed({ Commands: commands('Set-One', 'Set-Two') }));
    expect(answers).toEqual([
      {
        planId: PLAN,
        result: {
          IsException: false,
          Result: [
            { IsException: false, Result: ['Set-One with Password'] },
            { IsException: false, Result: ['Set-Two with Password'] },
          ],
        },
      },
    ]);
    expect(reports.flatMap(({ lines }) => lines).map(({ number, text }) => [number, text])).toEqual([
      [1, 'Set-One runs'],
      [2, 'Set-Two runs'],
    ]);
    expect(reports.flatMap((report) => report.commands).map(({ index, ok }) => [index, ok])).toEqual([
      [0, true],
      [1, true],
    ]);
  });

  it('ends with the first command that fails', async () => {
    await carryOut(agent, signed({ Commands: commands('Set-One', 'Fail-Thing', 'Set-Two') }));
    expect(notes()).toEqual(['Set-One', 'Fail-Thing']);
    expect(answers[0]?.result.Result).toMatchObject([{ IsException: false }, { IsException: true }]);
  });

  it('is answered whole where a function returns much, and in words where that is more than can be sent', async () => {
    await carryOut(agent, signed({ Commands: commands('Get-Long') }));
    expect(answers[0]?.result.Result).toEqual([{ IsException: false, Result: ['x'.repeat(100_000)] }]);
    await carryOut(agent, signed({ Commands: commands('Get-Endless', 'Set-Two') }, `${PLAN}-2`));
    expect(answers[1]?.result.Result).toMatchObject([
      { IsException: true, Result: ['AgentError', expect.any(String), 'Get-Endless'] },
    ]);
    expect(notes()).toEqual(['Get-Long', 'Get-Endless']);
  });

  it('tells and answers no character that the server could not store', async () => {
    await carryOut(agent, signed({ Commands: commands('Print-Bytes', 'Get-\0Thing') }));
    const lines = reports.flatMap((report) => report.lines).map(({ text }) => text);
    expect(lines[1]).toBe(`disk ${'x'.repeat(3_991)}`);
    expect(JSON.stringify(answers)).not.toContain('\\u0000');
  });

  it('tells the beginning of a line that has no end', async () => {
    await carryOut(agent, signed({ Commands: commands('Print-Wide') }));
    const printed = reports.flatMap(({ lines }) => lines).map(({ text }) => text);
    expect(printed).toEqual(['Print-Wide runs', 'w'.repeat(4_000)]);
    expect(answers[0]?.result.Result).toMatchObject([{ IsException: false }]);
  });

  it('restarts the computer when it says so, and is answered after that, with nothing done twice', async () => {
    const plan = signed({ Commands: commands('Set-One'), RebootOnCompletion: 1 });
    await carryOut(agent, plan);
    expect([restarts, answers, reports.at(-1)?.rebooting]).toEqual([1, [], true]);
    // The program was started anew, the computer was not yet.
    await carryOut(again(), plan);
    expect([restarts, answers]).toEqual([2, []]);
    startId = 'second';
    await carryOut(again(), plan);
    expect(answers).toHaveLength(1);
    expect([restarts, notes()]).toEqual([2, ['Set-One']]);
  });

  it('that failed does not restart the computer where that is for success alone', async () => {
    await carryOut(agent, signed({ Commands: commands('Fail-Thing'), RebootOnCompletion: 1 }));
    expect([restarts, answers.length]).toEqual([0, 1]);
  });

  it('leaves no secret on the disk, neither while it restarts nor after', async () => {
    const plan = signed({ Commands: commands('Set-One'), RebootOnCompletion: 2 });
    await carryOut(agent, plan);
    expect(onDisk()).not.toContain(SECRET);
    startId = 'second';
    await carryOut(again(), plan);
    expect(onDisk()).not.toContain(SECRET);
  });

  it('goes on after the last command whose end is in the journal', async () => {
    const record = agent.journal.read(PLAN);
    agent.journal.write({ ...record, results: [{ IsException: false, Result: ['earlier'] }] });
    await carryOut(again(), signed({ Commands: commands('Set-One', 'Set-Two') }));
    expect(notes()).toEqual(['Set-Two']);
    expect(answers[0]?.result.Result).toMatchObject([{ Result: ['earlier'] }, { Result: ['Set-Two with Password'] }]);
  });

  it('is known to have begun a command, and by which agent, before anything of it runs', async () => {
    const { journal } = agent;
    const known: unknown[] = [];
    const keepStarted = (started: StartedProcess) => {
      known.push([started.pid === process.pid, journal.read(PLAN).isBegun, notes()]);
      journal.keepStarted(started);
    };
    await carryOut({ ...agent, journal: { ...journal, keepStarted } }, signed({ Commands: commands('Set-One') }));
    expect(known[0]).toEqual([true, true, []]);
  });

  it('ends where its machine is gone: nothing waits for it, no further command is begun, nothing restarts', async () => {
    const isOver = carryOut(agent, signed({ Commands: commands('Wait-Forever', 'Set-Two'), RebootOnCompletion: 2 }));
    isReleased = true;
    await expect(isOver).rejects.toThrow('Its machine is gone.');
    expect([notes(), answers, restarts]).toEqual([['Wait-Forever'], [], 0]);
    await cleanUp(agent, MACHINE);
    expect(fs.readdirSync(path.join(agent.home, 'journal'))).toEqual(['server.sealed']);
  });

  it('without PowerShell is refused in words', async () => {
    await carryOut({ ...agent, host: { ...agent.host, powerShell: null } }, signed({ Commands: commands('Set-One') }));
    expect(answers[0]?.result).toMatchObject({ IsException: true, Result: ['PowerShellMissing', expect.any(String)] });
  });
});

describe('software', () => {
  const software = (text: string): SignedPlan => {
    const config = { action: 'CREATE', tool: 'script', text, inputs: { password: SECRET }, outputs: ['word'] };
    const order: SoftwareOrder = { machine: MACHINE, software: config };
    return { ...signPlan(keys.privateKey, SERVER, { id: PLAN, body: JSON.stringify(order) }, CALL), linesSeen: 0 };
  };
  const ran = () => fs.readFileSync(path.join(folder, 'ran'), 'utf8').trim().split('\n').length;
  const script = () => `echo once >> ${folder}/ran\necho working\nprintf done > $heat_outputs_path.word\nexit 4\n`;

  it('is carried out by its tool, tells its lines, and is answered with what it reports, also when it failed', async () => {
    await carryOut(agent, software(script()));
    const reported = { deploy_stdout: 'working\n', deploy_stderr: '', deploy_status_code: 4, word: 'done' };
    expect(answers).toEqual([{ planId: PLAN, result: { IsException: false, Result: reported } }]);
    expect(reports.flatMap(({ lines }) => lines).map(({ text }) => text)).toEqual(['working']);
    expect(reports.flatMap((report) => report.commands)).toEqual([
      { command: 'script', index: 0, count: 1, ok: false },
    ]);
    expect(onDisk()).not.toContain(SECRET);
    expect(onDisk()).not.toContain('working');
  });

  it('that was interrupted begins anew; that is over is answered, and not carried out again', async () => {
    agent.journal.write({ ...agent.journal.read(PLAN), isBegun: true });
    const lost = { ...agent.client, answer: () => Promise.reject(new Error('the server is away')) };
    await expect(carryOut({ ...agent, client: lost }, software(script()))).rejects.toThrow('away');
    expect([ran(), answers]).toEqual([1, []]);
    await carryOut(again(), software(script()));
    expect([ran(), answers.length]).toEqual([1, 1]);
  });
});

describe('a plan with references to its secrets', () => {
  const GRANT = '7'.repeat(32);
  const foreign = { $secretReference: `${'8'.repeat(32)}/plan` };
  const referring = (): SignedPlan => {
    const reference = { $secretReference: `${GRANT}/plan/program/Parameters/password` };
    const script = (name: string) => ({ Type: 'Application', Version: '1', EntryPoint: name, Files: [], Options: {} });
    const program: Program = {
      ...{ FormatVersion: '2.0.0', Version: '1', Name: 'Show', Body: 'return show(args.password, args.other).stdout' },
      Parameters: { password: reference, other: foreign },
      Scripts: { show: script('show.sh') },
      Files: {
        'show.sh': { Name: 'show.sh', BodyType: 'Text', Body: `#!/bin/sh\necho ran >> ${folder}/notes\necho "$@"` },
      },
    };
    const plan: ExecutionPlan = { Scripts: [], Commands: [], RebootOnCompletion: 2, program };
    const order: PlanOrder = { machine: MACHINE, secrets: GRANT, plan };
    return { ...signPlan(keys.privateKey, SERVER, { id: PLAN, body: JSON.stringify(order) }, CALL), linesSeen: 0 };
  };
  const give = (values: Record<string, Json> = { [`${GRANT}/plan/program/Parameters/password`]: SECRET }) => {
    secrets = values;
  };

  it('is carried out with what its references stand for, and fetches nothing once that is over', async () => {
    give();
    await carryOut(agent, referring());
    expect([restarts, secrets, notes()]).toEqual([1, null, ['ran']]);
    expect(onDisk()).not.toContain(SECRET);
    startId = 'second';
    await carryOut(again(), referring());
    expect(answers).toEqual([{ planId: PLAN, result: { IsException: false, Result: expect.any(String) } }]);
    expect(String(answers[0]?.result.Result)).toContain(SECRET);
    expect(String(answers[0]?.result.Result)).toContain(foreign.$secretReference);
    expect(notes()).toEqual(['ran']);
  });

  it('does nothing and answers nothing where they were fetched before; given anew it is carried out', async () => {
    await expect(carryOut(agent, referring())).rejects.toThrow('They were fetched before.');
    expect([notes(), answers]).toEqual([[], []]);
    give();
    startId = 'second';
    await carryOut(again(), referring());
    expect(notes()).toEqual(['ran']);
  });

  it.each([
    ['another server', { server: 'c'.repeat(32), call: CALL }],
    ['an earlier call', { server: SERVER, call: `${'5'.repeat(32)}.0` }],
  ])('is answered in words, and not carried out, where they are signed for %s', async (_, signedFor) => {
    give();
    secretsFor = signedFor;
    await carryOut(agent, referring());
    startId = 'second';
    await carryOut(again(), referring());
    expect(notes()).toEqual([]);
    expect(answers[0]?.result).toMatchObject({
      IsException: true,
      Result: ['SecretsError', expect.stringContaining('is not signed for this server and this call')],
    });
  });

  it('is answered in words where one is missing', async () => {
    give({});
    await carryOut(agent, referring());
    startId = 'second';
    await carryOut(again(), referring());
    expect(answers[0]?.result).toMatchObject({
      IsException: true,
      Result: ['SecretsError', 'The server has not sent all secrets of the plan.'],
    });
    expect(notes()).toEqual([]);
  });
});

describe('a plan that was signed for another server, recorded, or changed on its way', () => {
  it.each([
    ['another server', () => signed({ Commands: commands('Set-One') }, PLAN, 'c'.repeat(32))],
    ['an earlier call', () => signed({ Commands: commands('Set-One') }, PLAN, SERVER, `${'5'.repeat(32)}.0`)],
    ['no call', () => signed({ Commands: commands('Set-One') }, PLAN, SERVER, null)],
    ['another plan', () => ({ ...signed({ Commands: commands('Set-One') }), id: `${PLAN}-2` })],
    ['other commands', () => ({ ...signed({}), body: signed({ Commands: commands('Set-One') }).body })],
  ])('(%s) is not carried out', async (_, make) => {
    await carryOut(agent, make());
    expect(notes()).toEqual([]);
    expect(answers[0]?.result).toMatchObject({ IsException: true, Result: ['SignatureError', expect.any(String)] });
  });
});

describe('a program of version 2', () => {
  const program = (body: string, script: string): Partial<ExecutionPlan> => ({
    program: {
      FormatVersion: '2.0.0',
      Version: '1.0.0',
      Name: 'Install',
      Body: body,
      Parameters: { word: 'quiet' },
      Scripts: { install: { Type: 'Application', Version: '1', EntryPoint: 'install.sh', Files: [], Options: {} } },
      Files: { 'install.sh': { Name: 'install.sh', BodyType: 'Text', Body: `#!/bin/sh\n${script}` } },
    } satisfies Program,
  });

  it('runs its scripts, answers what its body returns, and leaves no files', async () => {
    await carryOut(agent, signed(program('return install(args.word).stdout', 'echo "as $1 as can be"')));
    expect(answers[0]?.result).toEqual({ IsException: false, Result: 'as quiet as can be\n' });
    expect(fs.readdirSync(path.join(agent.home, 'machines', MACHINE))).toEqual([]);
  });

  it('fails with the last line of what went wrong', async () => {
    await carryOut(agent, signed(program('return install()', 'echo "no room" >&2; exit 3')));
    expect(answers[0]?.result).toMatchObject({
      IsException: true,
      Result: ['ScriptFailed', 'Script install returned 3: no room', 'install', { exitCode: 3 }],
    });
  });

  it('whose body decides by itself is refused, and nothing of it is done', async () => {
    await carryOut(agent, signed(program('if args.word:\n  install()', `touch ${folder}/done`)));
    expect(answers[0]?.result).toMatchObject({ IsException: true, Result: ['BodyNotSupported', expect.any(String)] });
    expect(fs.existsSync(path.join(folder, 'done'))).toBe(false);
  });

  it('whose file leads out of its folder is refused', async () => {
    const plan = program('return install()', 'true');
    const files = { 'install.sh': { Name: '../../escaped.sh', BodyType: 'Text' as const, Body: '' } };
    await carryOut(agent, signed({ program: { ...(plan.program as Program), Files: files } }));
    expect(answers[0]?.result).toMatchObject({ IsException: true });
    expect(fs.existsSync(path.join(agent.home, 'machines', 'escaped.sh'))).toBe(false);
  });
});

describe('a server that is given back', () => {
  it.runIf(process.platform === 'linux')('has nothing running and no files of its machine', async () => {
    const started = `sleep 600 > /dev/null 2>&1 &\necho $!`;
    const plan: Program = {
      FormatVersion: '2.0.0',
      Version: '1',
      Name: 'Start',
      Body: 'return start().stdout',
      Parameters: {},
      Scripts: { start: { Type: 'Application', Version: '1', EntryPoint: 'a.sh', Files: [], Options: {} } },
      Files: { 'a.sh': { Name: 'a.sh', BodyType: 'Text', Body: `#!/bin/sh\n${started}` } },
    };
    await carryOut(agent, signed({ program: plan }));
    const pid = Number(answers[0]?.result.Result);
    expect(fs.existsSync(`/proc/${pid}`)).toBe(true);
    await cleanUp(agent, MACHINE);
    const state = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'Z';
    expect(state).toBe('Z');
    expect(fs.existsSync(path.join(agent.home, 'machines', MACHINE))).toBe(false);
    expect(agent.journal.prepared()).toBeNull();
  });
});
