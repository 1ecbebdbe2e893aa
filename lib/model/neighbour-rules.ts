import type { FieldProblem } from './field-problem';
import type { UncheckedObject } from './json';
import type { Neighbours } from './neighbours';
import { createdAccounts, ownDomain, plannedHostNames, typeOf } from './network-facts';
import type { ServiceType } from './service-type';
import { netbiosNameOf } from './windows-rules';

/** Rules between the services of one environment: names and domains that must not meet. */

/** A domain that another service provides already. */
export function sameDomainProblems(
  service: UncheckedObject,
  others: Neighbours,
  types: readonly ServiceType[],
): FieldProblem[] {
  const domain = ownDomain(service, types);
  const property = typeOf(service, types)?.properties.find(({ kind }) => kind === 'domainName')?.name;
  const rival = domain ? others.other('domain', domain, service) : null;
  if (!rival || !property) return [];
  return [
    {
      path: property,
      code: 'domain_taken',
      sentence: `The service "${String(rival.service.name)}" provides the domain ${domain} already. Choose another name, or add controllers to that service.`,
    },
  ];
}

/**
 * Accounts that another service makes in the same domain: one of two passwords would be wrong, and a new one of either
 * would lock out the other.
 */
export function sameAccountProblems(
  service: UncheckedObject,
  others: Neighbours,
  types: readonly ServiceType[],
): FieldProblem[] {
  return createdAccounts(service, types).flatMap(({ account, path }) => {
    const rival = others.other('account', account, service);
    if (!rival) return [];
    const sentence = `The service "${String(rival.service.name)}" makes the account ${String(service[path])} in this domain already, with a password of its own. Choose another name.`;
    return [{ path, code: 'account_taken', sentence }];
  });
}

/** Host names that machines of other services bear, or that are the short name of a domain. */
export function hostNameProblems(
  service: UncheckedObject,
  others: Neighbours,
  types: readonly ServiceType[],
): FieldProblem[] {
  const path = typeOf(service, types)?.properties.find(({ kind }) => kind === 'hostnamePattern')?.name;
  if (!path) return [];
  const hosts = plannedHostNames(service, types);
  const first = (kind: 'host' | 'name' | 'shortDomain') =>
    hosts
      .flatMap((host) => {
        const holder = others.other(kind, host, service);
        return holder ? [{ ...holder, host }] : [];
      })
      .reduce<{ service: UncheckedObject; order: number; text: string; host: string } | null>(
        (least, one) => (least && least.order <= one.order ? least : one),
        null,
      );
  const [machine, named] = [first('host'), first('name')];
  if (machine && (!named || machine.order <= named.order)) {
    const sentence = `A machine of "${String(machine.service.name)}" is called ${machine.host} already. Choose another pattern.`;
    return [{ path, code: 'host_name_taken', sentence }];
  }
  if (named) {
    const sentence = `"${String(named.service.name)}" uses the name ${named.host} already. Choose another pattern.`;
    return [{ path, code: 'host_name_taken', sentence }];
  }
  const own = ownDomain(service, types);
  const host = own === null ? undefined : hosts.find((one) => one.toUpperCase() === netbiosNameOf(own));
  const clash = host !== undefined && own !== null ? { host, text: own } : first('shortDomain');
  if (!clash) return [];
  const sentence = `${clash.host} is also the short name of the domain ${clash.text}; Windows refuses a machine of that name. Choose another pattern.`;
  return [{ path, code: 'host_name_is_domain', sentence }];
}
