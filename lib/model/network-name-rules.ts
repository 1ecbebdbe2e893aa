import type { FieldProblem } from './field-problem';
import { isObject } from './json';
import { networkNames, plannedHostNames, providedDomain, typeOf } from './neighbour-rules';
import type { ServiceType } from './service-type';
import { netbiosNameOf } from './windows-rules';

/** Names and addresses that a service brings to the network beside its machines' own: they must be free. */

type Loose = Record<string, unknown>;

/** Names of clusters and listeners that a machine, another service or a domain bears already. */
export function networkNameProblems(
  service: Loose,
  others: readonly Loose[],
  types: readonly ServiceType[],
): FieldProblem[] {
  const own = networkNames(service, types);
  const machines = [service, ...others].flatMap((one) =>
    plannedHostNames(one, types).map((name) => ({ name, whose: `a machine of "${String(one.name)}"` })),
  );
  const named = others.flatMap((other) =>
    networkNames(other, types).map(({ name }) => ({ name, whose: `"${String(other.name)}"` })),
  );
  const domains = [service, ...others].flatMap((one) => {
    const domain = providedDomain(one, types);
    return domain ? [{ name: netbiosNameOf(domain).toLowerCase(), whose: `the domain ${domain}` }] : [];
  });
  return own.flatMap(({ name, path }, index) => {
    const mine = own
      .slice(0, index)
      .map((one) => ({ name: one.name, whose: `"${labelOf(service, one.path, types)}"` }));
    const owner = [...mine, ...machines, ...named, ...domains].find((taken) => taken.name === name);
    if (!owner) return [];
    const sentence = `The name ${name} is taken by ${owner.whose}. Names are used once on a network; choose another.`;
    return [{ path, code: 'network_name_taken', sentence }];
  });
}

/** Addresses that a machine or another service of the environment has already. */
export function addressProblems(
  service: Loose,
  others: readonly Loose[],
  types: readonly ServiceType[],
): FieldProblem[] {
  const taken = [
    ...[service, ...others].flatMap((one) =>
      machineAddresses(one).map((address) => ({ address, whose: `a machine of "${String(one.name)}"` })),
    ),
    ...others.flatMap((other) =>
      chosenAddresses(other, types).map(({ address }) => ({ address, whose: `"${String(other.name)}"` })),
    ),
  ];
  return chosenAddresses(service, types).flatMap(({ address, path }) => {
    const owner = taken.find((one) => one.address === address);
    if (!owner) return [];
    return [{ path, code: 'address_taken', sentence: `${address} is the address of ${owner.whose}. Choose another.` }];
  });
}

function chosenAddresses(service: Loose, types: readonly ServiceType[]): { address: string; path: string }[] {
  const properties = typeOf(service, types)?.properties.filter(({ kind }) => kind === 'ipAddress') ?? [];
  return properties.flatMap(({ name: path }) => {
    const address = service[path];
    return typeof address === 'string' && address !== '' ? [{ address, path }] : [];
  });
}

function machineAddresses(service: Loose): string[] {
  const units = Array.isArray(service.units) ? service.units : [];
  return units.flatMap((unit) => {
    const address = isObject(unit) && isObject(unit.state) ? unit.state.address : undefined;
    return typeof address === 'string' ? [address] : [];
  });
}

function labelOf(service: Loose, path: string, types: readonly ServiceType[]): string {
  return typeOf(service, types)?.properties.find(({ name }) => name === path)?.label ?? path;
}
