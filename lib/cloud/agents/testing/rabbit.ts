import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrokerSettings } from '@/lib/cloud/agents/broker-settings';
import { freePort } from '@/lib/testing/free-port';
import { eventually } from '@/lib/testing/patience';

const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const PASSWORD = 'broker-of-tests';

/** A RabbitMQ of a test's own, with TLS and its management, on the loopback. */
export interface TestRabbit {
  settings: BrokerSettings;
  /** file with the certificate of its authority */
  caFile: string;
  /** ends it as a crash would, and starts it again with what it had on the disk */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one from Debian's package. @throws Error where that is not installed */
export async function startRabbit(): Promise<TestRabbit> {
  if (!fs.existsSync(PROGRAM)) throw new Error('RabbitMQ is not installed: apt install rabbitmq-server');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-rabbit-'));
  // run by root it is still the user rabbitmq that writes there
  fs.chmodSync(folder, 0o777);
  const [port, management, distribution, epmd] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [caFile, keyFile] = [path.join(folder, 'ca.pem'), path.join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...request, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' });
  fs.chmodSync(keyFile, 0o644);
  const conf = [
    'listeners.tcp = none',
    `listeners.ssl.1 = 127.0.0.1:${port}`,
    ...[`ssl_options.cacertfile = ${caFile}`, `ssl_options.certfile = ${caFile}`, `ssl_options.keyfile = ${keyFile}`],
    ...['ssl_options.verify = verify_none', 'ssl_options.fail_if_no_peer_cert = false'],
    ...[`management.tcp.port = ${management}`, 'management.tcp.ip = 127.0.0.1'],
    ...['default_user = vetro', `default_pass = ${PASSWORD}`, 'default_user_tags.administrator = true'],
    ...['loopback_users = none', 'vm_memory_high_watermark.absolute = 256MB', 'log.console = false'],
  ];
  fs.writeFileSync(path.join(folder, 'rabbitmq.conf'), `${conf.join('\n')}\n`);
  fs.writeFileSync(path.join(folder, 'plugins'), '[rabbitmq_management].\n');
  const environment = {
    ...{ HOME: folder, HOSTNAME: 'localhost', RABBITMQ_NODENAME: `vetro-${port}@localhost` },
    ...{ RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq'), RABBITMQ_CONF_ENV_FILE: '/dev/null' },
    ...{ RABBITMQ_MNESIA_BASE: path.join(folder, 'mnesia'), RABBITMQ_LOG_BASE: path.join(folder, 'log') },
    ...{ RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'plugins'), RABBITMQ_DIST_PORT: String(distribution) },
    ...{ ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(epmd), ERL_CRASH_DUMP: '/dev/null' },
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none',
  };
  const running: ChildProcess[] = [];
  const begin = (program: string, args: string[]) => {
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { env, cwd: folder, detached: true, stdio: 'ignore' });
    running.push(child);
    return child;
  };
  const settings: BrokerSettings = {
    ...{ host: '127.0.0.1', port, tls: true, ca: fs.readFileSync(caFile, 'utf8'), virtualHost: '/' },
    ...{ user: 'vetro', password: PASSWORD, managementUrl: `http://127.0.0.1:${management}`, machines: null },
  };
  const isUp = async () => {
    const authorization = `Basic ${Buffer.from(`vetro:${PASSWORD}`).toString('base64')}`;
    const url = `${settings.managementUrl}/api/aliveness-test/%2F`;
    const answer = await fetch(url, { headers: { authorization } }).catch(() => null);
    return answer?.ok === true;
  };
  // Started here: a broker that has to start it itself leaves it running.
  begin('epmd', ['-port', String(epmd)]);
  const start = async () => {
    const child = begin(PROGRAM, []);
    await eventually('RabbitMQ to answer', isUp);
    return child;
  };
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  };
  let current = await start();
  return {
    settings,
    caFile,
    restart: async () => {
      await end(current);
      current = await start();
    },
    close: async () => {
      for (const child of running) await end(child);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
