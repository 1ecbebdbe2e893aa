'use client';
import { useMemo } from 'react';
import { useEditReason } from '@/components/shell/edit-reason';
import { isOffered, useEnvironmentTypes } from '@/lib/client/catalog';
import { usePresenter } from '@/lib/client/presenter';
import type { Service } from '@/lib/model/environment';
import type { Picture } from '../picture';
import { type Adding, addingTo } from './open-places';

/** Where this person can add services in a picture; null where they cannot now, and before an audience. */
export function useAdding(environmentId: string, picture: Picture | null, services: readonly Service[]): Adding | null {
  const reason = useEditReason(environmentId);
  const presenting = usePresenter();
  const types = useEnvironmentTypes(environmentId).data;
  return useMemo(() => {
    if (reason !== null || presenting || !types || !picture) return null;
    return addingTo(environmentId, picture, services, types, types.filter(isOffered));
  }, [environmentId, reason, presenting, types, picture, services]);
}
