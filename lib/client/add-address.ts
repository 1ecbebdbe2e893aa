'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { Referable } from '@/lib/model/added-beside';

/** Where a service is to be added: what it shall offer, what it shall refer to, and who is to refer to it. */
export interface AdditionContext {
  /** capabilities of which it offers one, separated by `|`; null: any service will do */
  needs: string | null;
  /** what it refers to from the beginning: the domain it stands in */
  beside: Referable | null;
  /** properties of other services that name it once it is there */
  usedBy: readonly { serviceId: string; property: string }[];
}

/** The address at which a service is added; without a type, at which one is chosen. */
export function addAddress(environmentId: string, type: string | null, where: Partial<AdditionContext> = {}): string {
  const { needs, beside, usedBy = [] } = where;
  const query = new URLSearchParams({
    ...(needs ? { needs } : {}),
    ...(beside ? { beside: `${beside.capability}:${beside.name}` } : {}),
    ...(usedBy.length > 0 ? { for: usedBy.map(({ serviceId, property }) => `${serviceId}.${property}`).join() } : {}),
  }).toString();
  const path = `/environments/${environmentId}/services/add${type === null ? '' : `/${type}`}`;
  return query === '' ? path : `${path}?${query}`;
}

/** What the address of this page says of where a service is added. */
export function useAddedWhere(): AdditionContext {
  const params = useSearchParams();
  return useMemo(() => {
    const [capability = '', ...name] = params.get('beside')?.split(':') ?? [];
    const usedBy = (params.get('for') ?? '').split(',').flatMap((one) => {
      const [serviceId, property] = one.split('.');
      return serviceId && property ? [{ serviceId, property }] : [];
    });
    return {
      needs: params.get('needs'),
      beside: capability === '' ? null : { capability, name: name.join(':') },
      usedBy,
    };
  }, [params]);
}
