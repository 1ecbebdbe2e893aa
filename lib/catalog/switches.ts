import type { ServiceType } from '@/lib/model/service-type';
import type { Catalog } from './index';

/** One switch: of the whole installation, or, where it says otherwise, of one tenant. */
export interface PackageSwitchRow {
  package: string;
  /** empty: the whole installation */
  tenantId: string;
  enabled: boolean;
}

/** Which packages are offered to whom. */
export interface PackageSwitches {
  /**
   * Whether a tenant is offered a package: its own switch, else the installation's, else as is usual.
   *
   * @param usually without a switch; left out, yes. A package that extends another is off until it is switched on
   */
  offered(packageName: string, tenantId: string, usually?: boolean): Promise<boolean>;
  /** The same for many packages. */
  offeredTo(tenantId: string, usually?: boolean): Promise<(packageName: string) => boolean>;
  /** reads the switches anew the next time: called when one was changed, in this process or another */
  forget(): void;
}

/**
 * Makes the reader of the switches. They are few, changed rarely and asked at every request: all of them are kept.
 *
 * @param read every switch there is
 * @param lifetimeMs how old what is kept may get, in milliseconds, should the news of a change be missed
 */
export function createPackageSwitches(read: () => Promise<PackageSwitchRow[]>, lifetimeMs = 5_000): PackageSwitches {
  let kept: { until: number; rows: Promise<Map<string, boolean>> } | null = null;
  const keyOf = (packageName: string, tenantId: string) => `${packageName} ${tenantId}`;

  function rows(): Promise<Map<string, boolean>> {
    const now = performance.now();
    if (kept && kept.until > now) return kept.rows;
    const fresh = {
      until: now + lifetimeMs,
      rows: read().then((all) => new Map(all.map((row) => [keyOf(row.package, row.tenantId), row.enabled]))),
    };
    fresh.rows.catch(() => {
      if (kept === fresh) kept = null;
    });
    kept = fresh;
    return fresh.rows;
  }

  async function offeredTo(tenantId: string, usually = true): Promise<(packageName: string) => boolean> {
    const known = await rows();
    if (known.size === 0) return () => usually;
    return (packageName) => known.get(keyOf(packageName, tenantId)) ?? known.get(keyOf(packageName, '')) ?? usually;
  }

  return {
    offered: async (packageName, tenantId, usually) => (await offeredTo(tenantId, usually))(packageName),
    offeredTo,
    forget: () => {
      kept = null;
    },
  };
}

/**
 * A catalog whose service types say whether their package is offered. Those that are not stay in it: deployed
 * services of theirs go on being checked, drawn and changed; only new ones are refused.
 */
export function withSwitches(catalog: Catalog, switches: Pick<PackageSwitches, 'offeredTo'>): Catalog {
  const marked = (type: ServiceType, isOffered: (packageName: string) => boolean): ServiceType =>
    isOffered(type.package) ? type : { ...type, offered: false };
  return {
    ...catalog,
    serviceTypes: async (tenantId, lock) => {
      const [types, isOffered] = await Promise.all([
        catalog.serviceTypes(tenantId, lock),
        switches.offeredTo(tenantId),
      ]);
      return types.map((type) => marked(type, isOffered));
    },
    serviceType: async (tenantId, name, lock) => {
      const [type, isOffered] = await Promise.all([
        catalog.serviceType(tenantId, name, lock),
        switches.offeredTo(tenantId),
      ]);
      return type && marked(type, isOffered);
    },
  };
}
