import type { PreviewJob } from '@/lib/conductor';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import { whatStays } from '@/lib/model/leaves';
import type { Preview, PreviewResource } from '@/lib/model/preview';
import { remainingWork } from '@/lib/model/progress/remaining-work';
import { maskSealed } from '@/lib/model/secret';
import type { ResourceForecast } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { Context } from '../context';
import { typesOf } from '../service-types';
import { previewMachines } from './machines';
import { previewSteps } from './steps';
import { previewTotals } from './totals';
import { leftovers, previewProblems, previewWarnings, staying } from './warnings';

/** Values longer than this are told by their length alone: scripts of machines, mostly. */
const LONGEST_VALUE = 300;

/**
 * Plays a deployment through and tells what it would do, with every secret masked.
 *
 * @param deployed the document as deployed now
 * @param revision the edit of the draft that is played through; null where there is no draft
 */
export async function previewView(
  ctx: Pick<Context, 'actor' | 'catalog' | 'conductor' | 'cloud' | 'signal'>,
  job: PreviewJob,
  deployed: EnvironmentModel,
  revision: number | null,
): Promise<Preview> {
  const [predicted, offer, types] = await Promise.all([
    ctx.conductor.preview({ ...job, signal: ctx.signal }),
    ctx.cloud.offer(scopeOf(job.tenantId, job.model)),
    typesOf(ctx, deployed),
  ]);
  const machines = previewMachines(predicted, [deployed, job.model], offer.flavors);
  const totals = previewTotals(predicted.resources, offer);
  const resources = predicted.resources.map(resourceOf);
  return maskSealed({
    kind: job.kind,
    revision,
    complete: predicted.complete,
    ...previewSteps(predicted, ctx.cloud.simulation?.clock.speed() ?? 1),
    resources,
    machines,
    totals,
    warnings: [
      ...previewWarnings(predicted, { machines, resources, totals }),
      ...leftovers(machines, remainingWork(deployed, types)),
      ...staying(job.kind === 'delete' ? whatStays(deployed.services, types) : []),
    ],
    problems: previewProblems(predicted),
    certain: predicted.certain && { code: predicted.certain.code, sentence: predicted.certain.sentence },
  });
}

function resourceOf({ name, type, change, properties, before, after }: ResourceForecast): PreviewResource {
  const values = properties.map((property) => ({
    name: property,
    before: valueIn(before, property),
    after: valueIn(after, property),
  }));
  return { name, type, change, properties: values };
}

function valueIn(properties: JsonObject | null, name: string): Json {
  const value = maskSealed(properties?.[name] ?? null);
  const length = JSON.stringify(value).length;
  return length > LONGEST_VALUE ? `‹${length} characters›` : value;
}
