import pLimit from 'p-limit';
import { countTrialDocuments, listTrialDocuments, type TrialDocument } from '@/lib/db/policy-trials';
import { errors } from '@/lib/errors';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyMode, PolicyTrial } from '@/lib/model/policies/policy-view';
import type { Offer } from '@/lib/model/service-type';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { type Context, requireSystemAdmin, type UseCaseCall } from '../context';
import { requireMayChange } from './access';
import { askThese, type PolicyToCheck } from './ask';
import { subjectOf } from './explain';

/** Documents of one page at most, and when nothing is said. */
export const MAX_DOCUMENTS = 200;
export const USUALLY_TRIED = 100;
/** Questions of one page under way at a time: as many as there are threads for policies. */
const AT_A_TIME = 2;
/** A page ends after this time, in milliseconds, and says where the next one begins. */
const LONGEST_PAGE_MS = 20_000;
/** So far back runs are asked about. */
const LONGEST_DAYS = 366;
const DAY_MS = 24 * 3600 * 1000;

/** What rules are tried on. */
export interface TrialInput {
  text: string;
  parameters: PolicyParameters;
  mode: PolicyMode;
  /** one environment, or a draft of it; left out: many */
  environmentId?: string;
  sessionId?: string;
  /** of one environment: whether each verdict comes with the rules and facts behind it */
  explains?: boolean;
  /** of many: those of the actor's tenant, or of every one */
  scope?: 'tenant' | 'installation';
  /** of many: what runs asked for that began in this time, instead of environments as they are */
  from?: string;
  to?: string;
  limit?: number;
  /** where the page begins */
  after?: string;
}

type EnvironmentTrial = PolicyTrial['environments'][number];

/**
 * What a policy that is not stored would say: about deploying one environment or draft; about deploying all of a tenant or
 * of the installation again as they are; or about the runs of a period, whose documents are asked about as of when they
 * began, with what the cloud offers now. Nothing is stored.
 *
 * @throws forbidden `role_too_low`, `not_a_system_admin`; not_found `environment_not_found`, `session_not_found`;
 *   invalid_input for a period that is none or goes back too far
 */
export async function tryPolicy({ ctx, input }: UseCaseCall<TrialInput>): Promise<PolicyTrial> {
  const { environmentId, sessionId, explains, text, parameters, mode } = input;
  requireMayChange(ctx, ctx.actor.tenantId);
  const policy = { id: 'draft', name: 'This draft', text, parameters, mode };
  if (environmentId === undefined) return tryMany(ctx, input, policy);
  const { name, ...subject } = await subjectOf(ctx, {
    environmentId,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const { outcome, verdicts } = await askThese(ctx, subject, [policy], {
    onFailure: 'stop',
    isTrial: true,
    explains: explains === true,
  });
  const { tenantId, tenantName } = ctx.actor;
  const place = { id: environmentId, name, tenant_id: tenantId, tenant_name: tenantName, run: null };
  return trialOf([{ ...place, outcome, verdicts }], 1, null);
}

async function tryMany(ctx: Context, input: TrialInput, policy: PolicyToCheck): Promise<PolicyTrial> {
  const { scope = 'tenant', after = null, limit = USUALLY_TRIED } = input;
  if (scope === 'installation') requireSystemAdmin(ctx.actor);
  const which = { tenantId: scope === 'installation' ? null : ctx.actor.tenantId, period: periodOf(ctx, input) };
  const [total, found] = await Promise.all([
    countTrialDocuments(ctx.db, which),
    listTrialDocuments(ctx.db, { ...which, after, limit: limit + 1 }),
  ]);
  const page = found.slice(0, limit);
  const ends = performance.now() + LONGEST_PAGE_MS;
  const offers = new Map<string, Promise<Offer>>();
  const offerOf = ({ tenantId, model }: TrialDocument) => {
    const scope = scopeOf(tenantId, model);
    const key = JSON.stringify([tenantId, scope.region ?? null]);
    const known = offers.get(key) ?? ctx.cloud.offer(scope);
    offers.set(key, known);
    return known;
  };
  const inTurn = pLimit(AT_A_TIME);
  const answers = await Promise.all(
    page.map((one) =>
      inTurn(async (): Promise<EnvironmentTrial | null> => {
        if (ctx.signal.aborted || performance.now() > ends) return null;
        return tryDocument(ctx, one, policy, await offerOf(one));
      }),
    ),
  );
  // What was begun before the time was over is answered; the first that was not begins the next page.
  const cut = answers.indexOf(null);
  const tried = (cut < 0 ? answers : answers.slice(0, cut)).filter((one) => one !== null);
  const hasMore = cut >= 0 || found.length > limit;
  const last = page[tried.length - 1];
  return trialOf(tried, total, hasMore ? (last ? idOf(last) : after) : null);
}

async function tryDocument(
  ctx: Context,
  document: TrialDocument,
  policy: PolicyToCheck,
  offer: Offer,
): Promise<EnvironmentTrial> {
  const { environmentId, environmentName, tenantId, tenantName, model, before, run } = document;
  const subject = {
    kind: run?.kind ?? ('deploy' as const),
    model,
    deployed: (before?.services.length ?? 0) === 0 ? null : before,
    tenant: { id: tenantId, name: tenantName },
    offer,
    ...(run ? { begun: { at: run.at, userName: run.userName } } : {}),
  };
  const { outcome, verdicts } = await askThese(ctx, subject, [policy], { onFailure: 'stop', isTrial: true });
  return {
    ...{ id: environmentId, name: environmentName, tenant_id: tenantId, tenant_name: tenantName },
    run: run && { id: run.id, kind: run.kind, at: run.at.toISOString(), user_name: run.userName },
    ...{ outcome, verdicts },
  };
}

const idOf = ({ run, environmentId }: TrialDocument) => run?.id ?? environmentId;

function trialOf(environments: EnvironmentTrial[], total: number, next: string | null): PolicyTrial {
  const count = (wanted: EnvironmentTrial['outcome']) =>
    environments.filter(({ outcome }) => outcome === wanted).length;
  const counts = { asked: environments.length, pass: count('pass'), warn: count('warn'), stop: count('stop') };
  return { environments, counts, total, next, more: next !== null };
}

function periodOf(ctx: Context, { from, to }: TrialInput): { from: Date; to: Date } | null {
  if (from === undefined) return null;
  const period = { from: new Date(from), to: to === undefined ? ctx.now() : new Date(to) };
  if (period.from >= period.to)
    throw badPeriod('from', 'The period ends before it begins. Choose an earlier beginning.');
  if (ctx.now().getTime() - period.from.getTime() > LONGEST_DAYS * DAY_MS)
    throw badPeriod('from', 'Runs of the last year can be asked about. Choose a later beginning.');
  return period;
}

function badPeriod(path: string, sentence: string) {
  return errors.invalidInput(sentence, [{ path, code: 'invalid', sentence }]);
}
