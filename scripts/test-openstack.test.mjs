import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const PORTS = [
  ...['DB', 'MQ', 'MQ_DIST', 'EPMD', 'CACHE', 'KEYSTONE', 'HEAT', 'GLANCE', 'PLACEMENT', 'NOVA', 'NEUTRON', 'OCTAVIA'],
].map((name) => `VETRO_OPENSTACK_${name}_PORT`);

let folder;
const listeners = [];
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-openstack-'));
});
afterAll(() => {
  for (const listener of listeners) listener.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A port of the loopback that somebody listens on. */
async function takenPort() {
  const listener = net.createServer((socket) => socket.destroy());
  listeners.push(listener);
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return listener.address().port;
}

/** Runs it where nothing can be installed: no program of Debian's is in its path. */
async function run(env) {
  const { OS_AUTH_URL: _, ...rest } = process.env;
  const programs = path.join(folder, 'bin');
  fs.mkdirSync(programs, { recursive: true });
  for (const name of ['apt-get', 'npm']) {
    fs.writeFileSync(path.join(programs, name), `#!/bin/sh\necho called >> ${folder}/installed\nexit 1\n`, {
      mode: 0o755,
    });
  }
  const child = spawn(process.execPath, [path.join(root, 'scripts/test-openstack.mjs'), 'nothing'], {
    env: { ...rest, PATH: `${programs}:${rest.PATH}`, VETRO_OPENSTACK_DIR: path.join(folder, 'cloud'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, lines: output.trim().split('\n') };
}

describe.runIf(process.platform === 'linux')('the OpenStack that npm run test:openstack starts', () => {
  it('says of each port that is taken what wants it and how to move it, before it installs anything', async () => {
    const taken = Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, String(await takenPort())])));
    const { code, lines } = await run(taken);
    expect(code).toBe(1);
    expect(lines).toHaveLength(PORTS.length);
    for (const [name, port] of Object.entries(taken)) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Port ${port} \\(.+\\) is taken\\. .*${name}=`)));
    }
    expect(fs.existsSync(path.join(folder, 'installed'))).toBe(false);
  });

  it('says when two of its daemons were given one port', async () => {
    const { lines } = await run({ VETRO_OPENSTACK_HEAT_PORT: '18004', VETRO_OPENSTACK_NOVA_PORT: '18004' });
    expect(lines).toContainEqual(expect.stringContaining('Port 18004 (Nova) is another one'));
  });

  it('has no port that no setting moves', () => {
    const scripts = fs.readdirSync(path.join(root, 'scripts/openstack')).filter((name) => name.endsWith('.sh'));
    const fixed = scripts.flatMap((name) => {
      const lines = fs.readFileSync(path.join(root, 'scripts/openstack', name), 'utf8').split('\n');
      // what listens or is listened to is written HOST:PORT or as the value of a port
      return lines.filter((line) => /(?:\$HOST|127\.0\.0\.1):\d{4,5}|(?<!vni_)port\w*\s*=\s*\d{4,5}/i.test(line));
    });
    // nothing of these two is started: Heat and Octavia only write the addresses down
    expect(fixed.filter((line) => !/HOST:8000|HOST:5555/.test(line))).toEqual([]);
  });
});
