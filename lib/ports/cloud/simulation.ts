import type { PackageLock } from '@/lib/model/package-lock';
import type { Quotas } from './administration';
import type { Faults } from './faults';
import type { Outages } from './outage';
import type { CloudScope } from './scope';
import type { TenantCopies } from './tenant-copies';

/** What a cloud whose machines are simulated can do beyond the port of every cloud. */
export interface Simulation {
  /** how fast machines are */
  readonly clock: SimulationClock;
  /** what can be made to go wrong */
  readonly faults: Faults;
  /** the pages that simulated machines serve */
  readonly pages: MachinePages;
  /** the tenants' shares, which the simulation counts itself */
  readonly quotas: Quotas;
  readonly outages: Outages;
  readonly copies: TenantCopies;
  /** How long things usually take; what commands take is said by these versions of packages. */
  pace(scope: CloudScope, packages: PackageLock): Promise<Pace>;
}

/** The time of simulated machines. */
export interface SimulationClock {
  /**
   * How many times as fast as usual it goes.
   *
   * @param tenantId for the machines of a tenant, which may have a speed of its own
   */
  speed(tenantId?: string): number;
  /** the speed that a tenant has of its own, which waits for its machines go by as well; null: it has none */
  ownSpeed(tenantId: string): number | null;
  /** gives the machines of a tenant a speed of their own, from the next thing on that they begin */
  setSpeedOf(tenantId: string, speed: number): Promise<void>;
  /** what begins from now on goes so fast; what is under way ends when it was to end */
  setSpeed(speed: number): Promise<void>;
}

export interface MachinePages {
  /**
   * Where a browser reaches what a machine serves at `url` (`http://10.0.0.5/path`), for example a
   * service's `uri`.
   *
   * @returns a path of this product; null when the address is not one of the tenant's
   */
  linkFor(scope: CloudScope, url: string): Promise<string | null>;
  /**
   * The page that a machine serves; null when there is no such machine.
   *
   * @param machineId unguessable physical id, as in the links of `linkFor`
   * @param path below the site's root, without a leading slash
   */
  page(machineId: string, path: string): Promise<MachinePage | null>;
}

export interface MachinePage {
  status: 200 | 404 | 502 | 503;
  /** a whole HTML document */
  html: string;
  /** host name of the machine that answered; null where none did, or where whose turn it was is an accident */
  host: string | null;
  /** why nothing else is shown, in a sentence; null for the page itself */
  reason: string | null;
}

/** How long things usually take on a cloud, in milliseconds; of simulated machines at their usual speed. */
export interface Pace {
  /** from asking for a machine until the cloud has made it */
  machineMs: number;
  /** from then on until its agent answers */
  bootMs: number;
  restartMs: number;
  /** to make, change or remove what is no machine; those that need nothing of each other at the same time */
  resourceMs: number;
  /**
   * @param name of a command of an execution plan
   * @param from full name of the package of the plan; null: unknown
   */
  commandMs(name: string, from: string | null): number;
}
