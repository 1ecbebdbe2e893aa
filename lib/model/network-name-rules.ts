import type { FieldProblem } from './field-problem';
import type { UncheckedObject } from './json';
import type { Neighbours } from './neighbours';
import { chosenAddresses, machineAddresses, networkNames, ownDomain, plannedHostNames, typeOf } from './network-facts';
import type { ServiceType } from './service-type';
import { netbiosNameOf } from './windows-rules';

/** Names and addresses that a service brings to the network beside its machines' own: they must be free. */

/** Names of clusters and listeners that a machine, another service or a domain bears already. */
export function networkNameProblems(
  service: UncheckedObject,
  others: Neighbours,
  types: readonly ServiceType[],
): FieldProblem[] {
  const own = networkNames(service, types);
  if (own.length === 0) return [];
  const hosts = new Set(plannedHostNames(service, types));
  const domain = ownDomain(service, types);
  return own.flatMap(({ name, path }, index) => {
    const owner = ownerOf(name, own.slice(0, index));
    if (owner === null) return [];
    const sentence = `The name ${name} is taken by ${owner}. Names are used once on a network; choose another.`;
    return [{ path, code: 'network_name_taken', sentence }];
  });

  function ownerOf(name: string, before: { name: string; path: string }[]): string | null {
    const mine = before.find((one) => one.name === name);
    if (mine) return `"${labelOf(service, mine.path, types)}"`;
    if (hosts.has(name)) return machineOf(service);
    const machine = others.other('host', name, service);
    if (machine) return machineOf(machine.service);
    const named = others.other('name', name, service);
    if (named) return `"${String(named.service.name)}"`;
    if (domain !== null && netbiosNameOf(domain).toLowerCase() === name) return `the domain ${domain}`;
    const short = others.other('shortDomain', name, service);
    return short && `the domain ${short.text}`;
  }
}

/** Addresses that a machine or another service of the environment has already. */
export function addressProblems(
  service: UncheckedObject,
  others: Neighbours,
  types: readonly ServiceType[],
): FieldProblem[] {
  const chosen = chosenAddresses(service, types);
  if (chosen.length === 0) return [];
  const own = new Set(machineAddresses(service));
  return chosen.flatMap(({ address, path }) => {
    const machine = own.has(address) ? service : others.other('machineAddress', address, service)?.service;
    const other = machine ? null : others.other('address', address, service);
    const owner = machine ? machineOf(machine) : other && `"${String(other.service.name)}"`;
    if (!owner) return [];
    return [{ path, code: 'address_taken', sentence: `${address} is the address of ${owner}. Choose another.` }];
  });
}

const machineOf = (service: UncheckedObject) => `a machine of "${String(service.name)}"`;

function labelOf(service: UncheckedObject, path: string, types: readonly ServiceType[]): string {
  return typeOf(service, types)?.properties.find(({ name }) => name === path)?.label ?? path;
}
