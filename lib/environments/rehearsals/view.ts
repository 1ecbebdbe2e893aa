import type { RehearsalRow } from '@/lib/db/rehearsals';
import { instantText } from '@/lib/model/instant';
import { REHEARSAL_SPEED, type RehearsalView, RehearsedFaultSchema } from '@/lib/model/rehearsal';

/** A rehearsal as the API shows it. */
export function rehearsalView(row: RehearsalRow): RehearsalView {
  return {
    of_environment_id: row.ofEnvironmentId,
    of_session_id: row.ofSessionId,
    deployment_id: row.runId,
    speed: REHEARSAL_SPEED,
    fault: row.fault === null ? null : RehearsedFaultSchema.parse(row.fault),
    ends: instantText(row.endsAt),
  };
}
