import fs from 'node:fs';
import type { BrokerSettings } from './broker-settings';

const PORTS: Record<string, number> = { 'amqp:': 5672, 'amqps:': 5671 };
const URL_FORM = 'like amqps://vetro:password@broker.example.com:5671/vetro';

/**
 * Reads how a message broker is reached from the variables VETRO_AMQP_*.
 *
 * @returns null where no broker is named; the settings, or a sentence for every variable that is missing or wrong
 */
export function readBrokerSettings(
  env: Record<string, string | undefined>,
): { settings: BrokerSettings | null } | { problems: string[] } {
  const { VETRO_AMQP_URL: given, VETRO_AMQP_MANAGEMENT_URL: management, VETRO_AMQP_MACHINES: machines } = env;
  if (!given) {
    const alone = Object.keys(env).filter((name) => name.startsWith('VETRO_AMQP_') && env[name]);
    return alone.length === 0
      ? { settings: null }
      : { problems: [`VETRO_AMQP_URL is not set, and ${alone.join(', ')} says more about the broker that it names`] };
  }
  const problems: string[] = [];
  const url = URL.canParse(given) ? new URL(given) : null;
  const usual = PORTS[url?.protocol ?? ''];
  if (!url || usual === undefined || url.hostname === '')
    problems.push(`VETRO_AMQP_URL must be an address ${URL_FORM}`);
  else if (url.username === '' || url.password === '') {
    problems.push(`VETRO_AMQP_URL must hold the name and the password of Vetro's own login, ${URL_FORM}`);
  }
  if (!management) {
    problems.push(
      'VETRO_AMQP_MANAGEMENT_URL is not set: through the management of RabbitMQ each machine gets a login of its own, so that none reads what is meant for another',
    );
  } else if (!URL.canParse(management) || !/^https?:$/.test(new URL(management).protocol)) {
    problems.push('VETRO_AMQP_MANAGEMENT_URL must be an http or https address, like https://broker.example.com:15671');
  }
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(machines ?? '') ?? [];
  if (machines && host === '') problems.push('VETRO_AMQP_MACHINES must be a host or host:port, as machines reach it');
  const ca = readCertificates(env.VETRO_AMQP_CACERT, problems);
  if (problems.length > 0 || !url || usual === undefined) return { problems };
  const own = url.port === '' ? usual : Number(url.port);
  return {
    settings: {
      host: url.hostname,
      port: own,
      tls: url.protocol === 'amqps:',
      ca,
      virtualHost: decodeURIComponent(url.pathname.slice(1)) || '/',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      managementUrl: (management ?? '').replace(/\/+$/, ''),
      machines: machines ? { host, port: port === '' ? own : Number(port) } : null,
    },
  };
}

function readCertificates(file: string | undefined, problems: string[]): string | null {
  if (!file) return null;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    problems.push(`VETRO_AMQP_CACERT names a file that cannot be read: ${file}`);
    return null;
  }
}
