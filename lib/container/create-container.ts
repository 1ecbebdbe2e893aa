import path from 'node:path';
import { createAuth } from '@/lib/auth/auth';
import { ensureAdministrator } from '@/lib/auth/first-administrator';
import { seedDemo } from '@/lib/auth/seed';
import { readPolicyTemplates } from '@/lib/catalog/policy-templates';
import type { ReaderLimits } from '@/lib/catalog/reading/package-readers';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { simulatedPackages } from '@/lib/catalog/simulated-packages';
import { DRIVERS } from '@/lib/cloud/drivers';
import { openKeystone } from '@/lib/cloud/openstack/open-keystone';
import type { ConductorOptions } from '@/lib/conductor';
import { createPolicyChecker, type PolicyCheckLimits } from '@/lib/conductor/policy-checks/policy-checker';
import { productVersion } from '@/lib/config/build-info';
import type { Config } from '@/lib/config/env';
import { createSecretBox, newId } from '@/lib/crypto';
import { setAuditCopies } from '@/lib/db/audit-copies';
import { openDatabase } from '@/lib/db/client';
import { createEventHub, signal } from '@/lib/db/event-hub';
import { migrate } from '@/lib/db/migrate';
import { createDatabaseWatch } from '@/lib/db/watch';
import type { Context } from '@/lib/environments/context';
import { createKnownSecrets, createLog, type LogOptions } from '@/lib/logging';
import { createMetrics } from '@/lib/metrics/metrics';
import { addressOf } from '@/lib/model/audit-copy';
import type { Offer } from '@/lib/model/service-type';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { Clock } from '@/lib/ports/conductor';
import type { createThreadPool } from '@/lib/threads/thread-pool';
import { watchAccess } from './access-watch';
import type { Container } from './container';
import { installationNumbers } from './installation-numbers';
import { openCatalog, readFiles } from './open-catalog';
import { openConductor } from './open-conductor';
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
  const secrets = createKnownSecrets([
    config.sessionSecret,
    config.secretKey.toString('base64'),
    decodeURIComponent(new URL(config.databaseUrl).password),
  ]);
  const log = createLog({ level: config.logLevel, secrets, destination: options.logDestination });
  const box = createSecretBox(config.secretKey, { onOpened: secrets.add });
  const { createPool, threadLimits } = options;
  const files = await readFiles(config, log);
  await migrateReachable(config.databaseUrl);

  const db = openDatabase(config.databaseUrl, config.databasePoolSize);
  const database = createDatabaseWatch(config.databaseUrl);
  const events = createEventHub(config.databaseUrl, {
    onProblem: (error) => log.warn({ err: error }, 'event hub: its connection to the database was lost'),
  });
  const { library, shipped } = files;
  const { catalog, switches, packageStore, packageReaders } = openCatalog({
    ...{ db, box, files, createPool },
    limits: threadLimits?.packages,
  });
  // What the cloud has done counts once the conductor has recorded it, and that commit waits for the disk; so does what
  // the conductor notes on its way to a record.
  const soonDb = openDatabase(config.databaseUrl, config.databasePoolSize, 'soon');
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

  const gone = new AbortController();
  const contextOf = (actor: Context['actor'], now: Date): Context => ({
    ...{ actor, db, auth, box, catalog, switches, conductor, policies, policyTemplates, cloud, log },
    recentOffer: () => recentOffers.get(actor.tenantId, () => cloud.offer({ tenantId: actor.tenantId })),
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
    })();
    return ending;
  };
  const close = async () => {
    await stopWork();
    database.close();
    await events.close();
    await recordsPool.end();
    await soonDb.$disconnect();
    await db.$disconnect();
  };

  try {
    const { targets, required } = config.auditCopies;
    await setAuditCopies(
      db,
      targets.map((target) => ({ address: addressOf(target), kind: target.kind })),
      required,
    );
    if (config.seed === 'demo') await seedDemo(db);
    if (config.adminPassword !== null && (await ensureAdministrator(db, config.adminPassword))) {
      log.info({ name: 'admin' }, 'made the first administrator, with the password of VETRO_ADMIN_PASSWORD');
    }
    const isNew = await packageStore.ship(shipped.packages);
    await events.start();
    const forgetPackages = () => {
      switches.forget();
      catalog.forget();
    };
    events.onSignal(PACKAGES_SIGNAL, forgetPackages);
    events.onReconnected(forgetPackages);
    // Other processes of the installation may be older: what they offer is what was started last.
    const forgetEverywhere = () => signal(db, PACKAGES_SIGNAL, '');
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
    config,
    log,
    db,
    database,
    box,
    auth,
    cloud,
    recentOffers,
    catalog,
    switches,
    conductor,
    policies,
    policyTemplates,
    events,
    streams,
    metrics,
    process: about,
    stopWork,
    close,
  };
}

async function migrateReachable(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl, path.resolve('prisma/migrations'));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const unreachable = [
      'ECONNREFUSED',
      'ENOTFOUND',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ECONNRESET',
      'ENOENT',
      '28P01',
      '3D000',
    ];
    if (typeof code !== 'string' || !unreachable.includes(code)) throw error;
    const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
    const at = searchParams.get('host') ?? `${hostname}:${port || 5432}`;
    throw new Error(
      `Vetro cannot reach its database ${pathname.slice(1)} at ${at} as ${username}: ${(error as Error).message || code}. Check DATABASE_URL and that PostgreSQL runs.`,
      { cause: error },
    );
  }
}
