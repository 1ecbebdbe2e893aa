'use client';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { OfferSchema, ServiceTypeSchema } from '@/lib/model/service-type';
import { api } from './api';
import { queryKeys } from './query-keys';

const CatalogAnswer = z.object({ services: z.array(ServiceTypeSchema) });

/** The service types this tenant may use. */
export function useServiceTypes() {
  return useQuery({
    queryKey: queryKeys.catalog,
    queryFn: async ({ signal }) => (await api.get('/catalog/services', CatalogAnswer, { signal })).services,
    staleTime: 300_000,
  });
}

/** What the cloud offers now: machine sizes, images, places, keys and quota. */
export function useOffer(enabled = true) {
  return useQuery({
    queryKey: queryKeys.offer,
    queryFn: ({ signal }) => api.get('/offer', OfferSchema, { signal }),
    staleTime: 30_000,
    enabled,
  });
}

/** Where the picture of a service type is. */
export function logoUrl(type: string): string {
  return `/v1/catalog/services/${encodeURIComponent(type)}/logo`;
}
