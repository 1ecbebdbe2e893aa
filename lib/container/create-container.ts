import path from 'node:path';
import { createAuth } from '@/lib/auth/auth';
import { readPolicyTemplates } from '@/lib/catalog/policy-templates';
import type { ReaderLimits } from '@/lib/catalog/reading/package-readers';
import { simulatedPackages } from '@/lib/catalog/simulated-packages';
import { DRIVERS } from '@/lib/cloud/drivers';
import { openKeystone } from '@/lib/cloud/openstack/open-keystone';
import type { ConductorOptions } from '@/lib/conductor';
import { createPolicyChecker, type PolicyCheckLimits } from '@/lib/conductor/policy-checks/policy-checker';
import { productVersion } from '@/lib/config/build-info';
import type { Config } from '@/lib/config/env';
import { createSecretBox, newId } from '@/lib/crypto';
import { signal } from '@/lib/db/event-hub';
import type { Context } from '@/lib/environments/context';
import { createKnownSecrets, createLog, type LogOptions } from '@/lib/logging';
import { createMetrics } from '@/lib/metrics/metrics';
import type { Offer } from '@/lib/model/service-type';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { Clock } from '@/lib/ports/conductor';
import { createCallerBudgets } from '@/lib/threads/caller-budgets';
import { type LoopLag, measureLoopLag } from '@/lib/threads/loop-lag';
import type { createThreadPool } from '@/lib/threads/thread-pool';
import { watchAccess } from './access-watch';
import type { Container } from './container';
import { installationNumbers } from './installation-numbers';
import { followPackages, openCatalog, readFiles } from './open-catalog';
import { openConductor } from './open-conductor';
import { applySettings, openDatabases } from './open-databases';
import { recentOfferTo } from './recent-offer';
import { startTasks } from './start-tasks';
import { createStreams } from './streams';
import { createTtlCache } from './ttl-cache';

/** How old an offer may be that a draft is checked with, in milliseconds; a deploy asks anew. */
const OFFER_AGE_MS = 2_000;

/** A container with the way to end it. */
export interface RunningContainer extends Container {
  /**
   * Ends what this process does, in the order in which the parts need each other: open streams first,
   * then conductor and cloud. Deployments under way are left to the next process. Requests that are
   * still being answered keep the database.
   */
  stopWork(): Promise<void>;
  /** `stopWork`, then the connections to the database. */
  close(): Promise<void>;
}

export interface ContainerOptions {
  conductor?: ConductorOptions;
  /** the time that deployments are carried out by; the machine's when left out */
  clock?: Clock;
  /** makes the pools of threads; tests have theirs in common */
  createPool?: typeof createThreadPool;
  /** ceilings of the threads that read packages and ask policies, where they are not as usual */
  threadLimits?: { packages?: ReaderLimits; policies?: PolicyCheckLimits };
  /** stands in for parts of the cloud, for tests */
  wrapCloud?: ((cloud: Cloud) => Cloud) | undefined;
  /** whether schedules, probes of machines and checks begin by themselves; they do when left out */
  byItself?: boolean;
  /** how far the event loop lags, for tests */
  loopLag?: LoopLag | undefined;
  /** where log lines go; standard output when left out */
  logDestination?: LogOptions['destination'];
}

/**
 * Puts the parts of a process together and starts them: migrations, demo data when the settings ask for
 * it, packages, the embedded cloud, the conductor. One at a time per process.
 *
 * @throws Error when the database cannot be reached or migrated
 * @throws invalid_input `packages_invalid` when a package of the catalog is wrong
 */
export async function createContainer(config: Config, options: ContainerOptions = {}): Promise<RunningContainer> {
  const { log, box } = openLog(config, options.logDestination);
  const { createPool, threadLimits } = options;
  const files = await readFiles(config, log);
  const databases = await openDatabases(config, log);
  const { db, soonDb, database, events } = databases;
  const { library, shipped } = files;
  const { catalog, switches, packageStore, packageReaders } = openCatalog({
    ...{ db, box, files, createPool },
    limits: threadLimits?.packages,
  });
  const driven = DRIVERS[config.cloud]({
    ...{ config, db: soonDb, open: box.openDeep, seal: box.seal, log },
    packages: (tenantId, lock) => simulatedPackages(catalog, tenantId, lock),
  });
  const cloud = options.wrapCloud?.(driven) ?? driven;
  const about = { version: productVersion(), startedAt: new Date() };
  const metrics = createMetrics({
    version: about.version,
    numbers: () => database.during(() => installationNumbers(db, cloud)),
  });
  const policies = createPolicyChecker(library, { createPool, ...threadLimits?.policies });
  const policyTemplates = await readPolicyTemplates(path.resolve('policies'));
  const { conductor, languages, recordsPool } = openConductor({
    ...{ config, db, soonDb, events, metrics, catalog, cloud, library, log, createPool },
    clock: options.clock ?? { now: () => new Date() },
    contextOf: (actor, now) => contextOf(actor, now),
    options: options.conductor,
  });
  const streams = createStreams();
  const recentOffers = createTtlCache<Offer>(OFFER_AGE_MS);
  const keystone = config.openStack ? openKeystone(config.openStack, log) : null;
  const auth = createAuth({
    db,
    sessionSecret: config.sessionSecret,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    signIn: config.signIn,
    identity: keystone?.provider ?? null,
  });

  const loopLag = options.loopLag ?? measureLoopLag();
  const gone = new AbortController();
  const contextOf = (actor: Context['actor'], now: Date): Context => ({
    ...{ actor, db, auth, box, catalog, switches, conductor, policies, policyTemplates, cloud, log },
    recentOffer: recentOfferTo(actor.tenantId, { recentOffers, cloud }),
    now: () => now,
    // nobody reads along: what is kept is in the language of the installation's own sentences
    language: 'en',
    requestId: newId(),
    signal: gone.signal,
  });

  let ending: Promise<void> | null = null;
  let endTasks = async () => {};
  let endWatch = () => {};
  const stopWork = () => {
    ending ??= (async () => {
      streams.closeAll();
      endWatch();
      gone.abort();
      await endTasks();
      await conductor.stop();
      await Promise.all([languages.close(), packageReaders.close(), policies.close()]);
      await cloud.stop();
      await keystone?.close();
      loopLag.end();
    })();
    return ending;
  };
  const close = async () => {
    await stopWork();
    await recordsPool.end();
    await databases.close();
  };

  try {
    await applySettings(db, config, log);
    const isNew = await packageStore.ship(shipped.packages);
    await events.start();
    const forgetEverywhere = followPackages({ db, events, catalog, switches });
    if (isNew) await forgetEverywhere();
    endWatch = watchAccess({ events, streams, signal: (name, payload) => signal(db, name, payload) });
    // The cloud before the conductor: a deployment that goes on asks it at once.
    await cloud.start();
    await conductor.start();
    endTasks = startTasks({
      ...{ config, db, cloud, conductor, auth, box, log, contextOf, forgetEverywhere },
      byItself: options.byItself !== false,
    });
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  return {
    ...{ config, log, db, database, box, auth, cloud, recentOffers, catalog, switches },
    ...{ conductor, policies, policyTemplates, events, streams, metrics, loopLag, process: about, stopWork, close },
    callerBudgets: createCallerBudgets(config.callerCpuSeconds),
  };
}

/** The log, which blots out the secrets of the settings and whatever the box has opened. */
function openLog(config: Config, destination: LogOptions['destination']) {
  const secrets = createKnownSecrets([
    config.sessionSecret,
    config.secretKey.toString('base64'),
    decodeURIComponent(new URL(config.databaseUrl).password),
  ]);
  return {
    log: createLog({ level: config.logLevel, secrets, destination }),
    box: createSecretBox(config.secretKey, { onOpened: secrets.add }),
  };
}
