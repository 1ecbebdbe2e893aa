'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type Blueprint, BlueprintSchema } from '@/lib/model/templates/blueprint';
import {
  BlueprintCheckSchema,
  type MadeEnvironment,
  MadeEnvironmentSchema,
  TemplateDetailViewSchema,
  TemplateViewSchema,
} from '@/lib/model/templates/views';
import { ListedSessionViewSchema } from '@/lib/model/views';
import { api } from './api';
import { draftOf } from './draft-state';
import { queryKeys } from './query-keys';

const ListAnswer = z.object({ templates: z.array(TemplateViewSchema) });
const SessionsAnswer = z.object({ sessions: z.array(ListedSessionViewSchema) });

/** The templates of environments that may be used here. */
export function useTemplates() {
  return useQuery({
    queryKey: queryKeys.templates,
    queryFn: async ({ signal }) => (await api.get('/templates', ListAnswer, { signal })).templates,
    staleTime: 30_000,
  });
}

/** Runs what makes an environment. Its answer holds passwords in clear, so it is forgotten with whoever asked. */
function useMaking<Input>(make: (input: Input) => Promise<MadeEnvironment>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    gcTime: 0,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
        queries.invalidateQueries({ queryKey: queryKeys.offer }),
      ]),
  });
}

export interface TemplateWishes {
  name: string;
  parameters: Record<string, string>;
  secrets: Record<string, string>;
}

/** Makes an environment from a template and deploys it. */
export function useDeployTemplate(templateId: string) {
  return useMaking((wishes: TemplateWishes) =>
    api.post(`/templates/${templateId}/environments`, wishes, MadeEnvironmentSchema),
  );
}

/** Makes another environment like one that is there, as a draft. */
export function useCloneEnvironment(environment: { id: string; version: number }) {
  return useMaking(async (wishes: { name: string; secrets: 'generate' | 'keep' }) => {
    const sessionId = await draftToTake(environment);
    return api.post(`/environments/${environment.id}/clone`, wishes, MadeEnvironmentSchema, { sessionId });
  });
}

export interface ImportWishes {
  document: unknown;
  name: string;
  secrets: Record<string, string>;
  missing_secrets: 'refuse' | 'generate';
}

/** Makes an environment from a file, as a draft. */
export function useImportEnvironment() {
  return useMaking((wishes: ImportWishes) => api.post('/environments/import', wishes, MadeEnvironmentSchema));
}

/** Asks what a file would make, and what is wrong with it. */
export function useCheckImport() {
  return useMutation({
    mutationFn: (document: unknown) => api.post('/environments/import/check', { document }, BlueprintCheckSchema),
    gcTime: 0,
  });
}

/** Saves an environment as a template of the tenant. */
export function useSaveTemplate(environment: { id: string; version: number }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wishes: { name: string; summary: string; secrets: 'generate' | 'ask' }) => {
      const sessionId = await draftToTake(environment);
      const body = { environment_id: environment.id, ...wishes };
      return api.post('/templates', body, TemplateViewSchema, { sessionId });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.templates }),
  });
}

export function useDeleteTemplate(templateId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.del(`/templates/${templateId}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.templates }),
  });
}

/** An environment as a file. */
export function useExportEnvironment(environment: { id: string; version: number }) {
  return useMutation({
    mutationFn: async () => {
      const sessionId = await draftToTake(environment);
      return (await api.get(`/environments/${environment.id}/export`, BlueprintSchema, { sessionId })) as Blueprint;
    },
  });
}

/** A template as a file. */
export function useDownloadTemplate(templateId: string) {
  return useMutation({
    mutationFn: async () =>
      (await api.get(`/templates/${templateId}`, TemplateDetailViewSchema)).blueprint as Blueprint,
  });
}

/** The draft that stands for an environment which nothing was deployed in yet; null when what is deployed does. */
async function draftToTake({ id, version }: { id: string; version: number }): Promise<string | null> {
  if (version > 0) return null;
  const { sessions } = await api.get(`/environments/${id}/sessions`, SessionsAnswer);
  return draftOf(sessions).mine?.id ?? null;
}
