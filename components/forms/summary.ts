import type { useTranslations } from 'next-intl';
import type { ValueWords } from '@/components/status/value-words';
import { hostNamesOf } from '@/lib/model/host-name-pattern';
import type { Json, JsonObject } from '@/lib/model/json';
import { isObject } from '@/lib/model/json';
import { isSecret } from '@/lib/model/property-facts';
import { publicAddressesOf } from '@/lib/model/public-addresses';
import { copiedFrom } from '@/lib/model/secret';
import type { Offer, Property, PropertyKind, ServiceType } from '@/lib/model/service-type';
import { rowsOf } from '@/lib/model/table';

/** One machine that a service will have. */
export interface PlannedMachine {
  /** null when the name is made up at deployment */
  host: string | null;
  roles: string[];
}

/** One limit of the tenant with what a service would add to it; all in the unit of the label. */
export interface QuotaShare {
  label: string;
  used: number;
  added: number;
  /** null: there is none */
  limit: number | null;
}

/** Whether a service takes more than is left. */
export function isOver({ used, added, limit }: QuotaShare): boolean {
  return limit !== null && added > 0 && used + added > limit;
}

/** What will exist once the service is deployed, for the wizard's last step. */
export interface ServiceSummary {
  /** null where its package decides them, and nobody knows yet how */
  machines: PlannedMachine[] | null;
  size: { vcpus: number; memoryMb: number; diskGb: number } | null;
  /** the tenant's quota with this service added, where the cloud tells one */
  quota: QuotaShare[];
  answers: { label: string; value: string }[];
}

/** The sentences below `wizard` in the catalogue. */
type WizardWords = ReturnType<typeof useTranslations<'wizard'>>;

/**
 * Sums up a filled-in service. Secrets appear as "set".
 *
 * @param planned the names of its machines where its package decides them; null while they are not known
 */
export function summarise(
  service: JsonObject,
  type: ServiceType,
  offer: Offer | undefined,
  words: ValueWords,
  t: WizardWords,
  planned: readonly string[] | null,
): ServiceSummary {
  const units = unitsOf(service);
  const hosts = hostNamesOf(String(answerTo(service, type, 'hostnamePattern') ?? ''), units.length);
  const machines = units.map((unit, index) => ({
    host: hosts[index] ?? null,
    roles: type.roles
      .filter(({ kind, when }) => kind === 'role' && (!when || same(unit[when.property], when.equals)))
      .map(({ title }) => title),
  }));
  const flavor = flavorOf(service, type, offer);
  const count = units.length;
  return {
    machines: type.units.managed ? (planned?.map((host) => ({ host, roles: [] })) ?? null) : machines,
    size:
      flavor && count > 0
        ? { vcpus: flavor.vcpus * count, memoryMb: flavor.memoryMb * count, diskGb: flavor.diskGb * count }
        : null,
    quota: quotaSharesOf(service, type, offer, t),
    answers: [
      ...answersOf(type.properties, service, words, t),
      ...answersOf(
        type.unitProperties.filter(({ askOnce }) => askOnce),
        units[0] ?? {},
        words,
        t,
      ),
    ],
  };
}

/** What a filled-in service takes of each limit of the tenant; empty where the cloud tells none. */
export function quotaSharesOf(
  service: JsonObject,
  type: ServiceType,
  offer: Offer | undefined,
  t: WizardWords,
): QuotaShare[] {
  const flavor = flavorOf(service, type, offer);
  const count = unitsOf(service).length;
  if (!offer || !flavor || count === 0) return [];
  const share = (label: string, { used, limit }: Offer['quota']['machines'], added: number, unit = 1): QuotaShare => ({
    label,
    used: tenths(used / unit),
    added: tenths(added / unit),
    // a limit below zero is OpenStack's word for none
    limit: limit < 0 ? null : tenths(limit / unit),
  });
  const { machines, vcpus, memoryMb, publicAddresses } = offer.quota;
  const addresses = publicAddressesOf(service, type)?.count ?? 0;
  return [
    share(t('quotaRow.machines'), machines, count),
    share(t('quotaRow.vcpus'), vcpus, flavor.vcpus * count),
    share(t('quotaRow.memory'), memoryMb, flavor.memoryMb * count, MEGABYTES),
    ...(publicAddresses && addresses > 0 ? [share(t('quotaRow.publicAddresses'), publicAddresses, addresses)] : []),
  ];
}

/** in one gigabyte */
const MEGABYTES = 1024;

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function unitsOf(service: JsonObject): JsonObject[] {
  return (Array.isArray(service.units) ? service.units : []).filter(isObject);
}

function answerTo(service: JsonObject, type: ServiceType, kind: PropertyKind): Json | undefined {
  return service[type.properties.find((one) => one.kind === kind)?.name ?? ''];
}

function flavorOf(service: JsonObject, type: ServiceType, offer: Offer | undefined) {
  const code = answerTo(service, type, 'flavor');
  return offer?.flavors.find(({ name }) => name === code);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function answersOf(
  properties: Property[],
  owner: JsonObject,
  words: ValueWords,
  t: WizardWords,
): { label: string; value: string }[] {
  return properties
    .filter((property) => !property.hidden)
    .flatMap((property) => {
      const value = answerOf(property, owner, words, t);
      return value === null ? [] : [{ label: property.label, value }];
    });
}

function answerOf(property: Property, owner: JsonObject, words: ValueWords, t: WizardWords): string | null {
  const value = owner[property.name];
  if (property.kind === 'membershipRef' && (value === '' || value === null || value === undefined))
    return t('answer.noDomain');
  if (value === '' || value === null || value === undefined) return null;
  if (copiedFrom(value) !== null) return t('answer.copied');
  if (isSecret(property)) return t('answer.secret');
  if (typeof value === 'boolean') return t(value ? 'answer.yes' : 'answer.no');
  if (property.kind === 'table') return rowsOf(value, property).length === 0 ? null : words(value, property);
  if (isObject(value)) return String(value.title ?? value.name ?? '');
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return words(value, property);
}
