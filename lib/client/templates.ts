'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { MadeEnvironment } from '@/lib/model/templates/views';
import { api } from './api';
import { draftOf } from './draft-state';
import { queryOf, usePages } from './pages';
import { queryKeys } from './query-keys';

/** So many saved templates are shown before one asks for more. */
const PAGE = 30;
/** So many fit beside "build your own" in two rows of the home page; the others are on their own page. */
export const SHELF_TEMPLATES = 7;

/** The templates of environments that may be used here: those that ship, then saved ones, page by page. */
export function useTemplates(limit = PAGE, { enabled = true } = {}) {
  const query = queryOf({ limit });
  return usePages(queryKeys.templatePages(query), '/templates', query, { enabled });
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

export interface DeployTemplateInput {
  name: string;
  parameters: Record<string, string>;
  secrets: Record<string, string>;
  /** left out: the usual one */
  region?: string;
}

/** Makes an environment from a template and deploys it. */
export function useDeployTemplate(templateId: string) {
  return useMaking((input: DeployTemplateInput) => api.post(`/templates/${templateId}/environments`, input));
}

/** Makes another environment like one that is there, as a draft. */
export function useCloneEnvironment(environment: { id: string; version: number }) {
  return useMaking(async (input: { name: string; secrets: 'generate' | 'keep' }) => {
    const sessionId = await draftToTake(environment);
    return api.post(`/environments/${environment.id}/clone`, input, { sessionId });
  });
}

export interface ImportInput {
  document: unknown;
  name: string;
  secrets: Record<string, string>;
  missing_secrets: 'refuse' | 'generate';
  /** left out: the usual one */
  region?: string;
}

/** Makes an environment from a file, as a draft. */
export function useImportEnvironment() {
  return useMaking((input: ImportInput) => api.post('/environments/import', input));
}

/** Asks what a file would make, and what is wrong with it. */
export function useCheckImport() {
  return useMutation({
    mutationFn: (document: unknown) => api.post('/environments/import/check', { document }),
    gcTime: 0,
  });
}

/** Saves an environment as a template of the tenant. */
export function useSaveTemplate(environment: { id: string; version: number }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: { name: string; summary: string; secrets: 'generate' | 'ask' }) => {
      const sessionId = await draftToTake(environment);
      const body = { environment_id: environment.id, ...input };
      return api.post('/templates', body, { sessionId });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.templates }),
  });
}

/** Deletes a template; environments made of it stay. */
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
      return (await api.get(`/environments/${environment.id}/export`, { sessionId })) as Blueprint;
    },
  });
}

/** A template as a file. */
export function useDownloadTemplate(templateId: string) {
  return useMutation({
    mutationFn: async () => (await api.get(`/templates/${templateId}`)).blueprint as Blueprint,
  });
}

/** The draft that stands for an environment which nothing was deployed in yet; null when what is deployed does. */
async function draftToTake({ id, version }: { id: string; version: number }): Promise<string | null> {
  if (version > 0) return null;
  const { sessions } = await api.get(`/environments/${id}/sessions`);
  return draftOf(sessions).mine?.id ?? null;
}
