'use client';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useEnvironmentTypes } from '@/lib/client/catalog';
import type { ModelChange } from '@/lib/model/diff';
import { MASK } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import { useValueWords } from './value-words';

/**
 * Puts a change of an environment into a sentence of the viewer's language, in the words of its packages. A change of
 * something that no package of the environment knows any more is told as the server tells it.
 */
export function useChangeWords(environmentId: string): (change: ModelChange) => string {
  const t = useTranslations('common.changes');
  const format = useFormatter();
  const german = useLocale() === 'de';
  const value = useValueWords();
  const types = useEnvironmentTypes(environmentId).data;
  const changed = (change: ModelChange, type: ServiceType): string | null => {
    const { property: name, unitId, before = null, after = null, machine, hosts = [], serviceName } = change;
    const property = [...(unitId === undefined ? type.properties : type.unitProperties)].find(
      (one) => one.name === name,
    );
    if (!property) return null;
    // German nouns keep their capitals in the middle of a sentence
    const label = german ? property.label : property.label.toLowerCase();
    const [from, to] = [value(before, property), value(after, property)];
    const secret = before === MASK || after === MASK;
    const what = secret
      ? t(after === null ? 'cleared' : 'replaced', { label })
      : after === null
        ? t('clearedWas', { label, before: from })
        : before === null
          ? t('becomes', { label, after: to })
          : t('turns', { label, before: from, after: to });
    const where = machine === undefined ? serviceName : t('machineOf', { name: serviceName, machine });
    const lost = unitId === undefined && hosts.length > 0 ? ` ${t('again', { hosts: format.list(hosts) })}` : '';
    return `${where}: ${what}.${lost}`;
  };
  return (change) => {
    const { kind, serviceName: name, serviceType, machine = '', hosts = [], machines = 0, before, after } = change;
    if (kind === 'packageMoved') {
      const extension = change.property?.slice(change.property.indexOf(':') + 1) ?? '';
      if (before === null) return t('extensionTaken', { name, extension, version: String(after) });
      if (after === null) return t('extensionGiven', { name, extension });
      const versions = { name, before: String(before ?? ''), after: String(after ?? '') };
      return t(before === after ? 'packageContent' : 'packageMoved', versions);
    }
    const type = types?.find((one) => one.type === serviceType);
    if (!type) return change.sentence;
    const { title, units } = type;
    switch (kind) {
      case 'serviceAdded':
        return t('serviceAdded', { type: title, name, count: machines, noun: units.noun });
      case 'serviceRemoved':
        return t('serviceRemoved', { type: title, name, count: hosts.length, hosts: hosts.join(', ') });
      case 'unitAdded':
        return t('unitAdded', { name, noun: units.noun });
      case 'unitRemoved':
        return t('unitRemoved', { name, noun: units.noun, machine, lost: hosts.length > 0 ? 'yes' : 'no' });
      default:
        return changed(change, type) ?? change.sentence;
    }
  };
}
