import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { catalogWith } from '@/lib/catalog/testing/catalog-with';
import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';
import { type BundledProgram, bundleProgram } from '@/lib/testing/bundle-program';
import { eventually } from '@/lib/testing/patience';
import { accountName } from './accounts';
import { readFacts } from './facts';
import { type AgentProcess, enrolAgent } from './testing/agent-process';
import { makeSharedFolder } from './testing/shared-folder';

const PACKAGE = path.resolve('agent/testing/packages/com.example.Scripts');
const MACHINES = '/var/lib/vetro-machines';
const CRONTABS = '/var/spool/cron/crontabs';
const SECRET = 'Kraken-und-Schwertfisch';
/** stands in the command line of what a plan leaves running */
const LEFT = `left-running-${newId()}`;

// Users of the system are made by its administrator.
const isPossible = process.platform === 'linux' && process.getuid?.() === 0;

let product: Product;
let root: Client;
let folder: string;
let agent: AgentProcess;

beforeAll(async () => {
  if (!isPossible) return;
  product = await startProduct({ cloud: 'pool', catalogDirectory: catalogWith(PACKAGE) });
  root = await systemAdmin(product);
  folder = makeSharedFolder();
  const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
  agent = await enrolAgent({ server: product.url, code: text(code), name: 'rack1', address: '127.0.0.2' });
  agent.start();
});
afterAll(async () => {
  await agent?.remove();
  await product?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

const server = async () => object(list((await root.ok('GET', '/v1/admin/servers')).servers)[0]);

/** Runs a script on the server, in an environment of its own. */
async function run(client: Client, script: string, more: { runAs?: string; reason?: string } = {}) {
  const { at } = await newEnvironment(client);
  const session = await open(client, at);
  const service = await add(client, at, session, {
    '?': { id: newId(), type: 'com.example.Scripts' },
    ...{ name: 'script', script: `#!/bin/sh\n${script}\n`, ...more },
    server: {
      '?': { id: newId(), type: 'io.murano.resources.LinuxMuranoInstance' },
      ...{ name: 'box', image: readFacts(null).systemName, flavor: 'm1.small' },
    },
  });
  await deploy(client, at, session);
  const environment = await settled(client, at);
  const { printed } = object((await client.call('GET', `${at}/services/${text(object(service['?']).id)}`)).json);
  const lines = await product.db.event.findMany({ where: { environmentId: at.split('/').at(-1) } });
  return { at, environment, printed: String(printed ?? ''), log: lines.map((line) => line.text).join('\n') };
}

async function remove(client: Client, at: string): Promise<void> {
  await client.ok('DELETE', at);
  await settled(client, at);
  await eventually('the server to be free again', async () => (await server()).state === 'free');
}

/** Users of processes in whose command line a text stands. */
function usersRunning(marker: string): number[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    try {
      const isOne = /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
      return isOne ? [fs.statSync(`/proc/${pid}`).uid] : [];
    } catch {
      return [];
    }
  });
}

/** What a tenant leaves on a server, and tries to change on it. */
const leave = () => `
echo "as $(id -un) at $HOME"
echo ${SECRET} > /tmp/left
echo ${SECRET} > /var/tmp/left
echo ${SECRET} > "$HOME/left"
echo ${SECRET} > ${folder}/left
mkdir -p "$HOME/.ssh" && echo ${SECRET} > "$HOME/.ssh/authorized_keys"
(mkdir -p /root/.ssh && echo ${SECRET} >> /root/.ssh/authorized_keys) 2> /dev/null && echo "wrote a key of root"
(echo ${SECRET} >> ${folder}/of-another) 2> /dev/null && echo "changed a file of another user"
cat ${agent.home}/identity.json 2> /dev/null && echo "read the agent's key"
ln -s /etc/shadow "$heat_outputs_path.x" 2> /dev/null
echo "* * * * * touch ${folder}/by-cron" | crontab - 2> /dev/null
env -i setsid /bin/sh -c '(setsid /bin/sh -c "sleep 9999; :" ${LEFT} > /dev/null 2>&1 &) ; :' > /dev/null 2>&1
`;

describe.runIf(isPossible)('what a tenant leaves on a server of a pool', () => {
  it('is a user’s own that was made for the machine, goes with it, and is not there for the next', async () => {
    fs.writeFileSync(path.join(folder, 'of-another'), 'as it was', { mode: 0o644 });
    const first = await run(product.member, leave());
    expect(first.environment).toMatchObject({ status: 'ready' });
    const { machineId } = await product.db.poolServer.findFirstOrThrow();
    const name = accountName(String(machineId));
    expect(first.printed).toBe(`as ${name} at ${path.join(MACHINES, name, 'home')}\n`);
    expect(fs.readFileSync(path.join(folder, 'of-another'), 'utf8')).toBe('as it was');
    const uid = Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }));
    expect(new Set(usersRunning(LEFT))).toEqual(new Set([uid]));
    expect(fs.readFileSync('/etc/passwd', 'utf8')).toMatch(new RegExp(`^${name}:.*(nologin|false)$`, 'm'));
    // What crontab keeps for a user, whether or not this computer has that program.
    fs.mkdirSync(CRONTABS, { recursive: true });
    fs.writeFileSync(path.join(CRONTABS, name), `* * * * * touch ${folder}/by-cron\n`);

    await remove(product.member, first.at);
    expect(usersRunning(LEFT)).toEqual([]);
    expect(fs.existsSync(path.join(MACHINES, name))).toBe(false);
    expect(fs.existsSync(path.join(folder, 'left'))).toBe(false);
    expect(fs.existsSync(path.join(CRONTABS, name))).toBe(false);
    for (const file of ['/etc/passwd', '/etc/group', '/etc/shadow'])
      expect(fs.readFileSync(file, 'utf8')).not.toContain(name);

    const { stranger } = product;
    const second = await run(
      stranger,
      `id -u; find /tmp /var/tmp ${folder} "$HOME" ${MACHINES} -name 'left*' 2> /dev/null; ls -A "$HOME/.ssh" 2> /dev/null; grep -rls ${SECRET} /tmp /var/tmp "$HOME" | grep -v run.sh; :`,
    );
    const [other, ...found] = second.printed.trim().split('\n');
    expect(Number(other)).not.toBe(uid);
    expect(found).toEqual([]);
    await remove(stranger, second.at);
  });

  it('is nothing of the system’s: a plan that needs its account says so, with a reason, and the pool allows it', async () => {
    const asRoot = { runAs: 'system', reason: 'It opens a port below 1024' };
    const refused = await run(product.member, 'id -un', asRoot);
    expect(refused.log).toContain('the pool "default" does not allow root on Linux');
    expect(refused.log).toContain('(It opens a port below 1024)');
    await remove(product.member, refused.at);

    await product.db.serverPool.updateMany({ data: { systemAccounts: ['windows', 'linux'] } });
    const allowed = await run(product.member, 'id -un', asRoot);
    expect(allowed.printed).toBe('root\n');
    await remove(product.member, allowed.at);
    const wrong = [
      { given: { runAs: 'root' }, words: 'RunAs is "machine"' },
      { given: { runAs: 'system' }, words: 'RunAsReason says' },
    ];
    for (const { given, words } of wrong) {
      const { at, log } = await run(product.member, 'id -un', given);
      expect(log).toContain(words);
      await remove(product.member, at);
    }
  });
});

describe.runIf(isPossible)('a system without all that is needed', () => {
  const script = 'id -un; echo "$TMPDIR"; echo x > /tmp/left-by-MACHINE; (setsid sleep 999 > /dev/null 2>&1 &)';

  let program: BundledProgram;
  beforeAll(async () => {
    program = await bundleProgram(path.resolve('agent/testing/account.process.ts'));
  });
  afterAll(() => program.remove());

  /** What comes of a user's script where something was put in the place of programs of the system. */
  function outcomeOf(mount: string): JsonObject {
    const machine = newId();
    const given = [process.execPath, program.file, machine, script.replace('MACHINE', machine)];
    const inFront = ['-m', 'sh', '-c', `${mount} && exec "$0" "$@"`];
    const printed = execFileSync('unshare', [...inFront, ...given], { encoding: 'utf8' });
    return { machine, ...object(JSON.parse(printed)) };
  }

  it('runs plans as the user of their machine also where it has no namespaces, and removes what they left', () => {
    const { machine, ...end } = outcomeOf('mount --bind /dev/null /usr/bin/unshare');
    const name = accountName(text(machine));
    expect(end).toMatchObject({ isIsolated: false, exitCode: 0, isKnown: false });
    expect(end.stdout).toBe(`${name}\n${path.join(MACHINES, name, 'tmp')}\n`);
    expect(fs.existsSync(`/tmp/left-by-${text(machine)}`)).toBe(false);
    expect(fs.existsSync(path.join(MACHINES, name))).toBe(false);
  });

  it('says in a sentence that it makes no users, and what to install', () => {
    expect(outcomeOf('mount -t tmpfs none /usr/sbin').refused).toMatch(
      /^This server cannot make a user for its machine, for it has no groupadd\. Install the package that has it: passwd on Debian/,
    );
  });
});
