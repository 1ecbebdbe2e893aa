import { runningSince } from '@/lib/db/running-steps';
import type { DurationRange } from '@/lib/model/step-estimate';
import { type Ask, requireRole } from '../context';
import { visibleEnvironment } from '../environments/visible';
import { previewSteps } from '../preview/steps';
import { type DeploymentAddress, deploymentOf } from './get';

/**
 * How long a running deployment will have taken at its end, judged by past runs of the steps that are still to come:
 * the conductor is run dry on what was gained so far. Steps under way count from their beginning.
 *
 * @returns from the start of the deployment; null when it does not run, or when no step to come has ever run before
 * @throws as {@link deploymentOf}; what the packages or the cloud cannot answer
 */
export async function estimateDeployment({
  ctx,
  input,
}: Ask<DeploymentAddress>): Promise<{ duration: DurationRange | null }> {
  requireRole(ctx, 'reader');
  const { environmentId } = input;
  const { id, kind, startedAt } = await deploymentOf(ctx, input);
  const { model, activeDeploymentId } = await visibleEnvironment(ctx, environmentId);
  if (activeDeploymentId !== id || startedAt === null) return { duration: null };
  const stackName = `e${environmentId}`;
  const [since, { rounds }] = await Promise.all([
    runningSince(ctx.db, id),
    ctx.conductor.preview({ kind, environmentId, tenantId: ctx.actor.tenantId, stackName, model, signal: ctx.signal }),
  ]);
  const { duration } = await previewSteps(ctx, rounds);
  const before = (since ?? ctx.now()).getTime() - startedAt.getTime();
  return { duration: duration && later(duration, Math.max(0, before)) };
}

function later(range: DurationRange, ms: number): DurationRange {
  return { ...range, lowMs: range.lowMs + ms, typicalMs: range.typicalMs + ms, highMs: range.highMs + ms };
}
