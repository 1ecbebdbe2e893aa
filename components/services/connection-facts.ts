import { textAt, valueAt } from '@/lib/model/installed';
import { applies } from '@/lib/model/property-facts';
import type { ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** One thing to know for reaching a service; what can be opened or typed elsewhere says so by its kind, and so does the code of a machine size. */
export interface ConnectionFact {
  label: string;
  text: string;
  kind: 'text' | 'link' | 'address' | 'size';
}

/**
 * What is known of how a service is reached, in the order its type tells it: the facts that its package names, what it
 * has once beside its machines, and its ports. Nothing is known by the name of a type.
 */
export function connectionFacts(service: ServiceView, type: ServiceType): ConnectionFact[] {
  const named = type.facts.flatMap(({ label, path, kind }) => {
    const text = textOf(valueAt(service, path));
    const isSize = type.properties.some((property) => property.name === path && property.kind === 'flavor');
    return text === null ? [] : [{ label, text, kind: isSize ? ('size' as const) : kind, path }];
  });
  const paths = new Set(named.map(({ path }) => path));
  const shared = type.shared.flatMap(({ title, address }) => {
    const path = `state.${address}`;
    const text = paths.has(path) ? null : textAt(service, path);
    return text === null
      ? []
      : [{ label: title, text, kind: /^https?:\/\//.test(text) ? ('link' as const) : ('address' as const) }];
  });
  const ports = type.properties.flatMap((property) => {
    if (property.kind !== 'port' || property.hidden || paths.has(property.name) || !applies(property, service))
      return [];
    const text = textOf(service[property.name]);
    return text === null ? [] : [{ label: property.label, text, kind: 'text' as const }];
  });
  return [...named.map(({ label, text, kind }) => ({ label, text, kind })), ...shared, ...ports];
}

/** A value as text; null where there is none, or where it is no single thing to show. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** How one signs in on one machine. */
export interface MachineSignIn {
  unitId: string;
  title: string;
  address: string;
  command: string;
  account: string;
}

/** The machines of a service that have an address, with how to sign in on each, as its type says it. */
export function machineSignIns(
  service: ServiceView,
  type: ServiceType | null,
  titleOf: (unitId: string) => string,
): MachineSignIn[] {
  const signIn = type?.signIn;
  if (!signIn) return [];
  return service.units.flatMap((unit) => {
    const address = textAt(unit, 'state.address') ?? textAt(unit, 'address');
    const host = textAt(unit, 'state.hostname');
    if (address === null || host === null) return [];
    const known = (name: string) => ({ address, host, HOST: host.toUpperCase() })[name] ?? textAt(service, name) ?? '';
    return [
      {
        unitId: unit.id,
        title: titleOf(unit.id),
        address,
        command: filledIn(signIn.command, known),
        account: filledIn(signIn.account, known),
      },
    ];
  });
}

/** A text with its `{names}` replaced. */
function filledIn(text: string, of: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => of(name));
}
