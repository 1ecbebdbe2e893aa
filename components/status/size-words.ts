'use client';
import { useTranslations } from 'next-intl';
import { useOffer } from '@/lib/client/catalog';
import { memory } from '@/lib/model/memory';

/** Puts the code of a machine size into words: "2 cores, 4 GB"; null for one that the cloud does not offer (any more). */
export function useSizeWords(): (code: string) => string | null {
  const t = useTranslations('forms');
  const flavors = useOffer().data?.flavors;
  return (code) => {
    const flavor = flavors?.find(({ name }) => name === code);
    return flavor ? t('flavor', { vcpus: flavor.vcpus, memory: memory(flavor.memoryMb) }) : null;
  };
}
