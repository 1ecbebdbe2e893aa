import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { eventually, HANG_MS } from '@/lib/testing/patience';
import { AUTHORITY_FILE, handOn, listenTls } from '@/lib/testing/tls/own-authority';
import { AGENT_PROGRAM } from '../testing/agent-child';

/** Stands in for the service manager: notes what it is told, and starts what the unit says. */
const SYSTEMCTL = `#!/bin/sh
echo "$@" >> "$DESTDIR/calls"
[ "$1" = restart ] || exit 0
start=$(sed -n 's/^ExecStart=//p' "$DESTDIR/etc/systemd/system/$2")
setsid $start > "$DESTDIR/log" 2>&1 < /dev/null &
echo $! > "$DESTDIR/pid"
`;

let product: Product;
let root: Client;
let proxy: Awaited<ReturnType<typeof listenTls>>;
let destination: string;

beforeAll(async () => {
  destination = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-install-'));
  product = await startProduct({ cloud: 'pool' });
  proxy = await listenTls(handOn(product.url));
  product.container.config.baseUrl = proxy.url;
  root = await systemAdmin(product);
  // as systemd makes it where it runs
  fs.mkdirSync(path.join(destination, 'run/systemd/system'), { recursive: true });
  const stands = path.join(destination, 'bin');
  fs.mkdirSync(stands);
  fs.writeFileSync(path.join(stands, 'systemctl'), SYSTEMCTL, { mode: 0o755 });
  fs.writeFileSync(path.join(stands, 'sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
});
afterAll(async () => {
  const file = path.join(destination, 'pid');
  if (fs.existsSync(file)) process.kill(-Number(fs.readFileSync(file, 'utf8')), 'SIGKILL');
  await proxy?.close();
  await product?.close();
  fs.rmSync(destination, { recursive: true, force: true });
});

const at = (...parts: string[]) => path.join(destination, ...parts);
const run = (line: string, more: Record<string, string> = {}) =>
  promisify(execFile)('sh', ['-c', line], {
    env: { ...process.env, PATH: `${at('bin')}:${process.env.PATH}`, DESTDIR: destination, ...more },
  });

describe('the line for Linux that the dashboard shows', () => {
  it('is refused by whoever does not know the authority of the server’s certificate', async () => {
    const { linux } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
    // The shell behind the pipe gets nothing and does nothing.
    expect((await run(text(linux))).stderr).toContain('certificate');
    expect(fs.existsSync(at('etc'))).toBe(false);
  });

  it.each([
    ['a systemd that runs', () => fs.renameSync(at('run/systemd'), at('run/elsewhere')), 'does not run here'],
    ['a folder that it may write', () => fs.writeFileSync(at('opt'), 'a file'), 'opt'],
  ])('does not use its code where %s is missing', async (_, takeAway, words) => {
    const { id, linux } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
    takeAway();
    const line = text(linux).replace('curl ', `curl --cacert ${AUTHORITY_FILE} `);
    const failed = await run(`${line} --ca ${AUTHORITY_FILE}`).catch((error: unknown) => error);
    expect(String(object(failed as never).stderr)).toContain(words);
    const { codes, count } = await root.ok('GET', '/v1/admin/servers');
    expect([list(codes).map((code) => object(code).id), count]).toEqual([expect.arrayContaining([id]), 0]);
    if (fs.existsSync(at('run/elsewhere'))) fs.renameSync(at('run/elsewhere'), at('run/systemd'));
    fs.rmSync(at('opt'), { recursive: true, force: true });
  });

  it('installs the agent as a service, which asks for work by TLS with an authority of one’s own', async () => {
    const { linux } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: ['rack'] } });
    const line = text(linux).replace('curl ', `curl --cacert ${AUTHORITY_FILE} `);
    const { stdout } = await run(`${line} --name installed --address 127.0.0.9 --ca ${AUTHORITY_FILE}`);
    expect(stdout).toContain('The agent runs.');
    const server = await eventually('the agent to ask for work by itself', async () => {
      const servers = list((await root.ok('GET', '/v1/admin/servers')).servers).map(object);
      return servers.find(({ agent_program: program }) => program === 'current');
    });
    expect(server).toMatchObject({ name: 'installed', state: 'free', tags: ['rack'] });
    expect(fs.readFileSync(at('calls'), 'utf8').trim().split('\n')).toEqual([
      'daemon-reload',
      'enable vetro-agent.service',
      'restart vetro-agent.service',
    ]);
    expect(fs.statSync(at('var/lib/vetro-agent/identity.json')).mode & 0o077).toBe(0);
    expect(fs.readFileSync(at('log'), 'utf8')).toContain(`Asking ${proxy.url} for work.`);
  });

  const hasVerify = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.runIf(hasVerify)('writes a unit that systemd accepts', async () => {
    const { stderr } = await run(`systemd-analyze verify --man=no ${at('etc/systemd/system/vetro-agent.service')}`);
    expect(stderr).not.toContain('vetro-agent.service');
  });
});

describe('the script for Windows', () => {
  it('looks at everything that the task needs before it enrols', () => {
    const script = fs.readFileSync('agent/install/install.ps1', 'utf8');
    const [before = '', after = ''] = script.split('& $node $program @enrol');
    const used = [...after.matchAll(/\b(?:New|Register|Start)-ScheduledTask\w*/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(3);
    const looked = /foreach \(\$command in (.*?)\) \{\s+if \(-not \(Get-Command \$command/.exec(before)?.[1] ?? '';
    for (const name of used) expect(looked).toContain(`'${name}'`);
    expect(before).toContain('Get-Service -Name Schedule');
  });
});

describe('the command line of the agent', () => {
  const agent = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [AGENT_PROGRAM, ...args], {
      encoding: 'utf8',
      timeout: HANG_MS,
    });
    return { status, stdout, stderr };
  };

  it.each([['--help'], ['-h'], ['help'], ['enrol', '--help']])('%s %s: prints what it can do', (...args) => {
    const { status, stdout, stderr } = agent(...args.filter((arg) => arg !== undefined));
    expect([status, stderr]).toEqual([0, '']);
    for (const word of ['enrol', '--code', '--name', '--address', 'run', '--version']) expect(stdout).toContain(word);
  });

  it('--version prints the version of the program', () => {
    expect(agent('--version')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^vetro-agent \d+\+[0-9a-f]{8}\n$/),
      stderr: '',
    });
  });

  it.each([
    [['--hlep'], 2, "Unknown option '--hlep'."],
    [['enrol', '--code'], 2, "Option '--code <value>' argument missing."],
    [['run', '--help=yes'], 2, "Option '-h, --help' does not take an argument."],
    [['enroll'], 2, 'There is no "enroll".'],
    [['enrol', '--server', 'http://localhost:1'], 1, 'Enrolling needs --server and --code.'],
    [
      ['enrol', '--server', 'http://localhost:1', '--code', 'x', '--address', '"; calc; "'],
      1,
      '--address must be an IP address or a host name, not ""; calc; "".',
    ],
    [['run', '--home', '/nonexistent'], 1, 'enrol first'],
  ])('%j is answered with a sentence, never with a stack trace', (args, code, words) => {
    const { status, stderr } = agent(...args);
    expect([status, stderr]).toEqual([code, expect.stringContaining(words)]);
    expect(stderr).not.toMatch(/^\s+at |node:internal/m);
  });
});
