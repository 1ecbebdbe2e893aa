import type { Db } from '@/lib/db/client';
import { createLeadership } from '@/lib/db/leadership';
import type { Quota } from '@/lib/ports/cloud/administration';
import type { AgentReply, Cloud, MachineEvent } from '@/lib/ports/cloud/cloud';
import type { Simulation } from '@/lib/ports/cloud/simulation';
import { CLOCK_MESSAGE, createClock } from './clock';
import { createSubscribers, deliver } from './deliveries';
import { createFaults } from './faults';
import { healthOf } from './health';
import { CHANNEL, type CloudLog, type Kernel } from './kernel';
import { type Leader, startLeading } from './leader';
import { linkFor } from './links';
import { createInbox } from './machines/inbox';
import { createInspection } from './machines/inspect';
import { createPower } from './machines/power';
import { createSimulations, type ReadSimulatedPackages } from './machines/simulations';
import { networksFor } from './networks';
import { offerFor } from './offer';
import { paceOf } from './pace';
import { prune } from './prune';
import { createQuotas } from './quotas';
import { servePage } from './site';
import { createStackDriver } from './stacks/requests';
import { createWaiters } from './stacks/waiters';

export interface EmbeddedCloudOptions {
  db: Db;
  /** connection string of the same database, for the connection that elects the leader */
  url: string;
  /** 1 is the speed of the demo (a domain with two controllers and a web server in one to two minutes), 0 takes no time */
  timeScale: number;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  /** what packages say about simulated machines */
  packages: ReadSimulatedPackages;
  log?: CloudLog;
  now?: () => Date;
  /** what a tenant may use at most that has no limit of its own */
  quota?: Partial<Quota>;
}

/** The default cloud: its machines are simulated. */
export interface EmbeddedCloud extends Cloud {
  readonly simulation: Simulation;
}

/** Any number: the processes that share a cloud elect one of them on it. */
const LEADER_LOCK = 7_310_643;
const QUOTA: Quota = { machines: 20, vcpus: 40, memoryMb: 98_304, diskGb: 2_000 };

/**
 * Makes the embedded cloud: a stack engine for HOT templates and simulated machines, with all
 * of its state in PostgreSQL. Any number of processes may use one cloud; one of them carries it, and
 * when that one dies another goes on.
 */
export function createEmbeddedCloud(options: EmbeddedCloudOptions): EmbeddedCloud {
  const { db, url, timeScale, open, seal } = options;
  const log = options.log ?? { warn: () => undefined, error: () => undefined };
  const simulations = createSimulations(options.packages);
  const now = options.now ?? (() => new Date());
  const kernel: Kernel = {
    db,
    timeScale,
    speed: 1,
    open,
    seal,
    log,
    now,
    quota: { ...QUOTA, ...options.quota },
    simulations,
  };
  const clock = createClock(kernel);
  const readClock = () =>
    clock.read().catch((error) => log.warn({ err: error }, 'embedded cloud: its speed could not be read'));
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
      if (message === CLOCK_MESSAGE) void readClock();
      leader?.onMessage(message);
    },
    onConnected: () => {
      waiters.lookAgain();
      void readClock();
    },
    onLead: () => {
      leader = startLeading(kernel, (alive) => deliver(kernel, { events, replies }, alive));
    },
    onLost: resign,
    onProblem: (error) => log.warn({ err: error }, 'embedded cloud: its connection to the database was lost'),
  });

  return {
    name: 'embedded',
    stacks: createStackDriver(kernel, waiters),
    agents: { ...createInbox(kernel), subscribe: (handler) => replies.add(handler) },
    offer: (scope) => offerFor(kernel, scope),
    networks: (scope) => networksFor(kernel, scope),
    subscribe: (handler) => events.add(handler),
    simulation: {
      clock,
      faults: createFaults(kernel),
      pages: {
        linkFor: (scope, url) => linkFor(kernel, scope, url),
        page: (machineId, path) => servePage(kernel, machineId, path),
      },
      quotas: createQuotas(kernel),
      pace: async ({ tenantId }, packages) => paceOf(timeScale, await simulations(tenantId, packages)),
    },
    inspection: createInspection(kernel),
    power: createPower(kernel),
    health: () => healthOf(kernel, LEADER_LOCK),
    prune: (before) => prune(kernel, before),
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
