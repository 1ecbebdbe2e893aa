import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { eventually } from '@/lib/testing/patience';
import { AUTHORITY_FILE, handOn, listenTls } from '@/lib/testing/tls/own-authority';

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
