import path from 'node:path';
import { createCatalog } from '@/lib/catalog';
import { readClassConfigFiles } from '@/lib/catalog/class-config-files';
import { readLibrary } from '@/lib/catalog/library';
import { createPackageReaders, type ReaderLimits } from '@/lib/catalog/reading/package-readers';
import { readShipped } from '@/lib/catalog/shipped';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { createPackageSwitches, withSwitches } from '@/lib/catalog/switches';
import type { Config } from '@/lib/config/env';
import type { SecretBox } from '@/lib/crypto';
import { listClassConfigs } from '@/lib/db/class-configs';
import type { Db } from '@/lib/db/client';
import { signal } from '@/lib/db/event-hub';
import { listPackageSwitches } from '@/lib/db/package-switches';
import { createPackageStore } from '@/lib/db/packages';
import { sealSecrets, secretKeys } from '@/lib/environments/services/secrets';
import { describeProblem } from '@/lib/formats/yaml/read-yaml';
import type { Log } from '@/lib/logging';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { createThreadPool } from '@/lib/threads/thread-pool';
import type { Container } from './container';

/**
 * What the catalog reads of files: the library of classes, the packages that are shipped, and class configurations of the
 * installation.
 *
 * @throws invalid_input `packages_invalid` when a package is wrong
 */
export async function readFiles(config: Config, log: Log) {
  const library = await readLibrary(path.resolve('lib/conductor/muranopl/library'));
  const shipped = await readShipped(config.catalogDirectory, library);
  for (const problem of shipped.unfitTemplates) log.warn(`template not offered: ${describeProblem(problem)}`);
  const classConfigs = config.classConfigsDirectory ? await readClassConfigFiles(config.classConfigsDirectory) : {};
  return { library, shipped, classConfigs };
}

/** The catalog on its database, with the threads that read packages and the switches that say who is offered them. */
export function openCatalog({
  db,
  box,
  files,
  createPool,
  limits,
}: {
  db: Db;
  box: SecretBox;
  files: Awaited<ReturnType<typeof readFiles>>;
  createPool: typeof createThreadPool | undefined;
  limits: ReaderLimits | undefined;
}) {
  const { library, shipped } = files;
  const switches = createPackageSwitches(() => listPackageSwitches(db));
  const packageStore = createPackageStore(db);
  const packageReaders = createPackageReaders({ createPool, ...limits }, library);
  const classConfigs = {
    files: sealSecrets(files.classConfigs, undefined, secretKeys(undefined), box) as ClassConfigs,
    stored: (tenantId: string) => listClassConfigs(db, tenantId),
  };
  const catalog = withSwitches(
    createCatalog({
      ...{ store: packageStore, reader: packageReaders, library, classConfigs, ...shipped },
      extensionsOn: (tenantId) => switches.offeredTo(tenantId, false),
    }),
    switches,
  );
  return { catalog, switches, packageStore, packageReaders };
}

/**
 * Has a process read its packages anew when those that are stored, or what is switched on, changed in any process.
 *
 * @returns has every process do so: others of the installation may be older, and offer what was started last
 */
export function followPackages({
  db,
  events,
  catalog,
  switches,
}: Pick<Container, 'db' | 'events' | 'catalog' | 'switches'>): () => Promise<void> {
  const forget = () => {
    switches.forget();
    catalog.forget();
  };
  events.onSignal(PACKAGES_SIGNAL, forget);
  events.onReconnected(forget);
  return () => signal(db, PACKAGES_SIGNAL, '');
}
