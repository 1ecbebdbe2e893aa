import type { Catalog } from '@/lib/catalog';
import { simulatedPackages } from '@/lib/catalog/simulated-packages';
import { type Conductor, type ConductorLog, type ConductorOptions, createConductor } from '@/lib/conductor';
import type { LanguageHost } from '@/lib/conductor/language/language-host';
import type { SecretBox } from '@/lib/crypto';
import { createMemoryCloud, type MemoryCloud } from './memory-cloud';
import { emptyCloudState, type MemoryCloudState } from './memory-cloud-state';
import { emptyTables, type MemoryTables } from './memory-database';
import { createMemoryJournal, createMemoryRecords, type MemoryRecords } from './memory-journal';
import { createMemoryProcesses } from './memory-processes';
import { createMemoryEventSink, createMemoryRunStore, createMemoryRunWatch } from './memory-run-store';
import { createMemoryReplyStore, createMemoryStackLedger } from './memory-stores';

/** What a world is made of that knows nothing of any run. */
export interface WorldParts {
  catalog: Catalog;
  languages: LanguageHost;
  box: Pick<SecretBox, 'openDeep' | 'seal'>;
  log: ConductorLog;
}

/** A conductor in its world. */
export interface ConnectedConductor {
  conductor: Conductor;
  /** Ends it as the death of its process does: nothing that it still does has an effect. */
  kill(): void;
}

/** Everything that outlives conductors, in memory: records, tables, locks and a cloud. */
export interface MemoryWorld {
  readonly tables: MemoryTables;
  readonly records: MemoryRecords;
  readonly cloudState: MemoryCloudState;
  /** A conductor of its own process, by the interface that the product uses; not started. */
  connect(options?: ConductorOptions): ConnectedConductor;
  /** Agents take no plan until the next one is sent. */
  holdAgents(): void;
  /** whether nothing is under way in the cloud */
  isAtRest(): boolean;
  /** A world of its own, which stands where this one stands. @throws Error while something is under way in it */
  copy(): MemoryWorld;
}

interface WorldState {
  tables: MemoryTables;
  runs: MemoryRecords['runs'];
  cloudState: MemoryCloudState;
}

/** Makes a world in which nothing has happened. */
export function createMemoryWorld(parts: WorldParts): MemoryWorld {
  return worldOf(parts, { tables: emptyTables(), runs: new Map(), cloudState: emptyCloudState() });
}

function worldOf(parts: WorldParts, state: WorldState): MemoryWorld {
  const { catalog, languages, box, log } = parts;
  const { tables, runs, cloudState } = state;
  const records = createMemoryRecords(runs);
  const begin = createMemoryProcesses();
  const cloud: MemoryCloud = createMemoryCloud({
    ...{ state: cloudState, open: box.openDeep, seal: box.seal },
    packages: (tenantId, lock) => simulatedPackages(catalog, tenantId, lock),
  });
  return {
    tables,
    records,
    cloudState,
    connect: (options = {}) => {
      const process = begin();
      const { power, lease, signals } = process;
      const conductor = createConductor(
        {
          ...power.wired({
            ...{ lease, signals, packages: catalog, cloud: process.connected(cloud) },
            journal: process.opened(createMemoryJournal(records)),
            store: createMemoryRunStore(tables),
            runWatch: createMemoryRunWatch(tables),
            replies: createMemoryReplyStore(tables),
            stackLedger: createMemoryStackLedger(tables),
            events: createMemoryEventSink(tables),
          }),
          ...{ languages, log, clock: { now: () => new Date() } },
        },
        options,
      );
      return { conductor, kill: process.die };
    },
    isAtRest: cloud.isAtRest,
    holdAgents: cloud.holdAgents,
    copy: () => {
      if (!cloud.isAtRest()) throw new Error('Something is under way in the cloud.');
      return worldOf(parts, structuredClone(state));
    },
  };
}
