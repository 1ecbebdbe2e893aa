import { createLeadership } from '@/lib/db/leadership';
import type { AgentReply, Cloud, MachineEvent } from '@/lib/ports/cloud/cloud';
import { createSubscribers, deliver } from './deliveries';
import { CHANNEL } from './kernel';
import { type Leader, startLeading } from './leader';
import type { MachineContext } from './machines/machine-context';
import type { Engine } from './stacks/engine';
import { createStackDriver } from './stacks/requests';
import { createWaiters } from './stacks/waiters';

export interface StackControllerParts {
  engine: Engine;
  /** connection string of the database, for the connection that elects the leader */
  url: string;
  /** does what is to be done for a machine; called by the process that carries, when there may be work */
  runMachine: (context: MachineContext, id: string) => Promise<void>;
  /** told every message between the processes that share the cloud */
  onMessage?: (message: string) => void;
  /** told after each connection: messages may have been missed before */
  onConnected?: () => void;
}

/** What the stack engine gives to the driver that runs it. */
export interface StackController extends Pick<Cloud, 'stacks' | 'subscribe' | 'start' | 'stop'> {
  /** as `Agents.subscribe` */
  onReply(handler: (reply: AgentReply) => Promise<void>): () => void;
}

/** Any number: the processes that share a cloud elect one of them on it. */
export const LEADER_LOCK = 7_310_643;

/**
 * Carries stacks and machines whose state is in PostgreSQL. Any number of processes may share them; one of them carries
 * them, and when that one dies another goes on.
 */
export function createStackController(parts: StackControllerParts): StackController {
  const { engine, url, runMachine } = parts;
  const waiters = createWaiters();
  let leader: Leader | null = null;
  const resigned: Promise<void>[] = [];

  const events = createSubscribers<MachineEvent[]>(() => leader?.onMessage('event'));
  const replies = createSubscribers<AgentReply>(() => leader?.onMessage('reply'));
  const resign = () => {
    if (leader) resigned.push(leader.resign());
    leader = null;
  };
  const leadership = createLeadership({
    url,
    lock: LEADER_LOCK,
    channel: CHANNEL,
    onMessage: (message) => {
      if (message.startsWith('progress:')) waiters.progress(message.slice('progress:'.length));
      if (message.startsWith('done:')) waiters.over(message.slice('done:'.length));
      parts.onMessage?.(message);
      leader?.onMessage(message);
    },
    onConnected: () => {
      waiters.recheckAll();
      parts.onConnected?.();
    },
    onLead: () => {
      leader = startLeading(engine, runMachine, (alive) => deliver(engine, { events, replies }, alive));
    },
    onLost: resign,
    onProblem: (error) => engine.log.warn({ err: error }, 'cloud: its connection to the database was lost'),
  });

  return {
    stacks: createStackDriver(engine, waiters),
    subscribe: (handler) => events.add(handler),
    onReply: (handler) => replies.add(handler),
    start: () => {
      waiters.open();
      return leadership.start();
    },
    stop: async () => {
      waiters.close();
      resign();
      await Promise.all(resigned.splice(0));
      await leadership.stop();
    },
  };
}
