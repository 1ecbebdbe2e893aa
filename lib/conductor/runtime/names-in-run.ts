import type { EnvironmentModel } from '@/lib/model/environment';
import { namesById } from '@/lib/model/named-ids';
import type { RunRecord } from '@/lib/ports/conductor';

/**
 * What people call the services and machines of a run, by their ids: as reached, as asked for, and what the run takes away.
 */
export function namesInRun({ model, gone = {} }: RunRecord, reached: EnvironmentModel): ReadonlyMap<string, string> {
  return new Map([...Object.entries(gone), ...namesById([reached, model])]);
}
