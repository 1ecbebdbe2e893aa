import type { UncheckedObject } from './json';
import {
  chosenAddresses,
  createdAccounts,
  machineAddresses,
  networkNames,
  ownDomain,
  plannedHostNames,
} from './network-facts';
import type { ServiceType } from './service-type';
import { netbiosNameOf } from './windows-rules';

/** A service that has, or will have, something that only one may have; `text` is that, as it is written. */
export interface Holder {
  service: UncheckedObject;
  /** grows in the order of the services: the first of several is told */
  order: number;
  text: string;
}

/** What is held once in an environment: who holds it, by its text. */
type HoldersByText = Map<string, Map<unknown, Holder>>;

const KINDS = ['domain', 'shortDomain', 'host', 'name', 'account', 'machineAddress', 'address'] as const;
export type UniqueKind = (typeof KINDS)[number];

/**
 * Who has which names, domains and addresses in an environment. Built once and asked for each service, so that
 * checking many services takes as many steps as there are services: each checked against all others would take that
 * number's square. A service is never its own neighbour.
 */
export class Neighbours {
  private readonly held: Record<UniqueKind, HoldersByText>;
  private count = 0;

  constructor(
    private readonly types: readonly ServiceType[],
    services: Iterable<UncheckedObject> = [],
  ) {
    this.held = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Record<UniqueKind, HoldersByText>;
    for (const service of services) this.add(service);
  }

  /** Adds a service behind all that are there. */
  add(service: UncheckedObject): void {
    const order = this.count++;
    const hold = (kind: UniqueKind, key: string, text = key) => {
      const holders = this.held[kind].get(key) ?? new Map<unknown, Holder>();
      if (!holders.has(service.id)) holders.set(service.id, { service, order, text });
      this.held[kind].set(key, holders);
    };
    const domain = ownDomain(service, this.types);
    if (domain) {
      hold('domain', domain);
      hold('shortDomain', netbiosNameOf(domain).toLowerCase(), domain);
    }
    for (const host of plannedHostNames(service, this.types)) hold('host', host);
    for (const { name } of networkNames(service, this.types)) hold('name', name);
    for (const { account } of createdAccounts(service, this.types)) hold('account', account);
    for (const address of machineAddresses(service)) hold('machineAddress', address);
    for (const { address } of chosenAddresses(service, this.types)) hold('address', address);
  }

  /** The first service but `own` that has something; null when nobody has it. */
  other(kind: UniqueKind, key: string, own: UncheckedObject): Holder | null {
    // at most one of the holders is passed over: each service stands there once
    for (const [id, holder] of this.held[kind].get(key) ?? []) if (id !== own.id) return holder;
    return null;
  }
}
