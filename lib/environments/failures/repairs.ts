import { newestRunOf } from '@/lib/db/runs';
import type { Repair } from '@/lib/model/failure-findings';
import type { FailureRepair } from '@/lib/model/guide';
import { hostNameOf } from '@/lib/model/installed';
import { isObjectEntry } from '@/lib/model/object-entry';
import { deploys } from '@/lib/model/runs/deploying';
import { placeOfUnit, repairRefusals, type UnitPlace } from '@/lib/model/unit-repairs';
import type { Context } from '../context';
import type { FoundFailure } from './find';

type Refusal = Repair['refused'];

/** What can be done about a failure, each with why it cannot. */
export async function repairsOf(ctx: Context, failed: FoundFailure): Promise<Repair[]> {
  const { run, environment } = failed;
  const isNewest = (await newestRunOf(ctx.db, environment.id)) === run.id;
  const always = refusalOfAll(failed, isNewest);
  const noMachine = failed.failure.unitId === null ? 'noMachine' : null;
  const place = placeOfUnit(environment.model.services, failed.types, failed.failure.unitId ?? '');
  const { replace, takeOut } = repairRefusals(place);
  const refused: Record<FailureRepair, Refusal> = {
    retry: always ?? retryRefusal(failed, place),
    replace: always ?? noMachine ?? replace,
    takeOut: always ?? noMachine ?? takeOut,
    ask: null,
  };
  return (Object.keys(refused) as FailureRepair[]).map((repair) => ({ repair, refused: refused[repair] }));
}

/** Why nothing can be repaired. */
function refusalOfAll({ environment, isResolved }: FoundFailure, isNewest: boolean): Refusal {
  if (environment.deleted) return 'gone';
  if (environment.activeRunId !== null) return 'running';
  if (!isNewest) return 'overtaken';
  return isResolved ? 'resolved' : null;
}

/** Only steps on a machine that is there can be done again alone; programs decide by themselves what they do to which. */
function retryRefusal({ failure, environment, run }: FoundFailure, { service, unit, type }: UnitPlace): Refusal {
  if (failure.unitId === null || failure.what.kind !== 'step') return 'noMachine';
  if (!service || !unit) return 'gone';
  if (!deploys(run.kind)) return 'otherRun';
  const { services, state } = environment.model;
  if (!type || type.units.managed || services.some(isObjectEntry) || state?.objects !== undefined) return 'package';
  return hostNameOf(unit) === null ? 'noMachine' : null;
}
