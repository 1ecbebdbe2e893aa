import { findDeployedDocument, findOpenDraft, findVersion } from '@/lib/db/history';
import { errors, type VetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { VersionView } from '@/lib/model/history-views';
import type { JsonObject } from '@/lib/model/json';
import { maskSealed } from '@/lib/model/secret';
import type { Context } from '../context';

/** A document of an environment: one of its versions, what is deployed, or one's own draft. Secrets sealed. */
export interface Version extends Omit<VersionView, 'document'> {
  document: EnvironmentModel;
}

/**
 * The version of an environment that a reference means.
 *
 * @param ref a number (0: as it was created), `current` (what is deployed now, whatever is being deployed) or `draft`
 *   (the actor's newest open draft)
 * @throws not_found `version_not_found`, `version_removed` (it was there, and is no longer kept), `draft_not_found`
 */
export async function versionAt(ctx: Context, environmentId: string, ref: string): Promise<Version> {
  if (ref === 'draft') return draft(ctx, environmentId);
  if (ref === 'current') return current(ctx, environmentId);
  return numbered(ctx, environmentId, Number(ref));
}

async function numbered(ctx: Context, environmentId: string, version: number): Promise<Version> {
  if (version === 0) return asCreated(environmentId);
  const found = await findVersion(ctx.db, environmentId, { version });
  if (!found) throw await noSuchVersion(ctx, environmentId, version);
  return {
    ref: String(version),
    version,
    run_id: found.runId,
    at: found.finishedAt.toISOString(),
    user_name: found.userName,
    document: found.document,
  };
}

async function noSuchVersion(ctx: Context, environmentId: string, version: number): Promise<VetroError> {
  const newest = (await findDeployedDocument(ctx.db, environmentId))?.version ?? 0;
  return version <= newest
    ? errors.notFound(
        'version_removed',
        `Version ${version} is no longer kept: it was made long ago. Choose one of the history.`,
      )
    : errors.notFound('version_not_found', `This environment has no version ${version}. Choose one of its history.`);
}

/** Environments are created empty: whatever they hold was deployed. */
function asCreated(environmentId: string): Version {
  const document: EnvironmentModel = { id: environmentId, name: '', services: [] };
  return { ref: '0', version: 0, run_id: null, at: null, user_name: null, document };
}

async function current(ctx: Context, environmentId: string): Promise<Version> {
  const found = await findDeployedDocument(ctx.db, environmentId);
  if (!found) throw errors.notFound('environment_not_found', 'There is no such environment. It may have been deleted.');
  const made = await findVersion(ctx.db, environmentId, { version: found.version });
  return {
    ref: 'current',
    version: found.version,
    run_id: made?.runId ?? null,
    at: made?.finishedAt.toISOString() ?? null,
    user_name: made?.userName ?? null,
    document: found.document,
  };
}

async function draft(ctx: Context, environmentId: string): Promise<Version> {
  const found = await findOpenDraft(ctx.db, environmentId, ctx.actor.userId);
  if (!found) {
    throw errors.notFound('draft_not_found', 'You have no draft of this environment. Change something to begin one.');
  }
  return {
    ref: 'draft',
    version: found.version,
    run_id: null,
    at: found.updatedAt.toISOString(),
    user_name: ctx.actor.userName,
    document: found.document,
  };
}

/** A version as the API shows it. */
export function versionView({ document, ...version }: Version): VersionView {
  return { ...version, document: maskSealed(document) as JsonObject };
}
