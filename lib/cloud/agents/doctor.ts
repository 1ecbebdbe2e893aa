import { isVetroError } from '@/lib/errors';
import { openBroker } from './broker';
import type { BrokerSettings } from './broker-settings';
import { createBrokerLogins } from './management';

/** One thing that was looked at, as the doctor of OpenStack tells it. */
interface Examination {
  what: string;
  state: 'fine' | 'warning' | 'wrong';
  found: string;
}

const CONNECT_MS = 10_000;

/**
 * Looks at the message broker of agents: whether it can be reached, with a login that may make what is needed, and
 * whether its management makes logins. Of what it makes only the exchange and the queues of the server stay.
 *
 * @param settings null: there is none, and agents ask by HTTPS
 */
export async function examineBroker(settings: BrokerSettings | null): Promise<Examination[]> {
  if (!settings) return [{ what: 'Message broker', state: 'fine', found: 'none: agents of Vetro ask by HTTPS' }];
  return [await examineConnection(settings), await examineManagement(settings)];
}

async function examineConnection(settings: BrokerSettings): Promise<Examination> {
  const what = 'Message broker';
  let last: unknown;
  const broker = await openBroker(settings, { warn: (details) => (last = 'err' in details ? details.err : last) });
  try {
    await broker.connection.onConnect(CONNECT_MS, true);
    await broker.ready();
    const place = `${settings.host}:${settings.port}, virtual host ${settings.virtualHost}`;
    if (settings.tls) return { what, state: 'fine', found: place };
    return { what, state: 'warning', found: `${place}; VETRO_AMQP_URL is not amqps: passwords travel in clear.` };
  } catch (error) {
    const reason = last instanceof Error ? last.message : isVetroError(error) ? error.sentence : String(error);
    return { what, state: 'wrong', found: `It cannot be used: ${reason}. Check VETRO_AMQP_URL.` };
  } finally {
    broker.connection.unsafeDestroy();
  }
}

async function examineManagement(settings: BrokerSettings): Promise<Examination> {
  const what = 'Broker: logins';
  const logins = createBrokerLogins(settings);
  const serverId = `doctor${'0'.repeat(26)}`;
  try {
    const version = await logins.version();
    await logins.grant({ serverId, password: serverId, queues: [] });
    await logins.revoke(serverId, `vetro.${serverId}`);
    return { what, state: 'fine', found: `RabbitMQ ${version}, each machine gets its own` };
  } catch (error) {
    const found = isVetroError(error) ? error.sentence : String(error);
    return {
      what,
      state: 'wrong',
      found: `${found} Check VETRO_AMQP_MANAGEMENT_URL and the login's tag administrator.`,
    };
  } finally {
    await logins.close();
  }
}
