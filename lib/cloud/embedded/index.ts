import { healthOf } from '@/lib/cloud/kernel/health';
import type { CloudLog } from '@/lib/cloud/kernel/kernel';
import { createInbox } from '@/lib/cloud/kernel/machines/inbox';
import { prune } from '@/lib/cloud/kernel/prune';
import { createStackController, LEADER_LOCK } from '@/lib/cloud/kernel/stack-controller';
import type { Engine } from '@/lib/cloud/kernel/stacks/engine';
import type { Db } from '@/lib/db/client';
import type { Quota } from '@/lib/ports/cloud/administration';
import { type Cloud, regionsOffered } from '@/lib/ports/cloud/cloud';
import type { Simulation } from '@/lib/ports/cloud/simulation';
import { CLOCK_MESSAGE, createClock } from './clock';
import { createTenantCopies } from './copies/tenant-copies';
import { createFaults } from './create-faults';
import { triggerFault } from './faults';
import { linkFor } from './links';
import { createInspection } from './machines/inspect';
import { runMachine } from './machines/machine-loop';
import { createPower } from './machines/power';
import { createSimulations, type ReadSimulatedPackages } from './machines/simulations';
import { networksFor } from './networks';
import { offerFor, offers } from './offer';
import { createOutages } from './outages/try-outage';
import { paceOf } from './pace';
import { createQuotas } from './quotas';
import { RESOURCE_TYPES } from './resources/table';
import type { SimulatedKernel } from './simulated-kernel';
import { servePage } from './site';

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
  /** the regions that environments may be in, the usual one first; in each is the same */
  regions?: readonly string[];
}

/** The default cloud: its machines are simulated. */
export interface EmbeddedCloud extends Cloud {
  readonly simulation: Simulation;
}

const QUOTA: Quota = { machines: 20, vcpus: 40, memoryMb: 98_304, diskGb: 2_000, publicAddresses: 20, networks: 100 };

/**
 * Makes the embedded cloud: a stack engine for HOT templates and simulated machines, with all
 * of its state in PostgreSQL. Any number of processes may use one cloud; one of them carries it, and
 * when that one dies another goes on.
 */
export function createEmbeddedCloud(options: EmbeddedCloudOptions): EmbeddedCloud {
  const { db, url, timeScale, open, seal, regions = [] } = options;
  const log = options.log ?? { warn: () => undefined, error: () => undefined };
  const simulations = createSimulations(options.packages);
  const now = options.now ?? (() => new Date());
  const speeds = new Map<string, number>();
  const kernel: Engine & SimulatedKernel & { speeds: Map<string, number> } = {
    title: 'The embedded cloud',
    db,
    timeScale,
    speed: 1,
    speeds,
    open,
    seal,
    log,
    now,
    quota: { ...QUOTA, ...options.quota },
    simulations,
    types: RESOURCE_TYPES,
    offers: (kind, tenantId, one) => offers[kind](db, tenantId, one),
    strike: (tx, victim) => triggerFault(tx, 'stack', victim),
  };
  const clock = createClock(kernel);
  const readClock = () =>
    clock.read().catch((error) => log.warn({ err: error }, 'embedded cloud: its speed could not be read'));
  const controller = createStackController({
    engine: kernel,
    url,
    runMachine: (context, id) => runMachine({ ...context, kernel }, id),
    onMessage: (message) => {
      if (message === CLOCK_MESSAGE) void readClock();
    },
    onConnected: () => void readClock(),
  });

  return {
    name: 'embedded',
    regions,
    stacks: controller.stacks,
    agents: { ...createInbox(kernel), subscribe: controller.onReply },
    offer: async (scope) => ({ ...(await offerFor(kernel, scope)), ...regionsOffered(regions) }),
    networks: (scope) => networksFor(kernel, scope),
    subscribe: controller.subscribe,
    simulation: {
      clock,
      faults: createFaults(kernel),
      pages: {
        linkFor: (scope, url) => linkFor(kernel, scope, url),
        page: (machineId, path) => servePage(kernel, machineId, path),
      },
      quotas: createQuotas(kernel),
      outages: createOutages(kernel),
      copies: createTenantCopies(kernel),
      pace: async ({ tenantId }, packages) => paceOf(timeScale, await simulations(tenantId, packages)),
    },
    inspection: createInspection(kernel),
    power: createPower(kernel),
    health: () => healthOf(kernel, LEADER_LOCK),
    prune: (before) => prune(kernel, before),
    start: controller.start,
    stop: controller.stop,
  };
}
