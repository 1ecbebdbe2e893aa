import type { SessionRow } from '@/lib/db/sessions';
import { instantText } from '@/lib/model/instant';
import type { SessionView } from '@/lib/model/views';

/** A session as the API shows it (guide, table 4.12). */
export function sessionView(row: SessionRow): SessionView {
  return {
    id: row.id,
    environment_id: row.environmentId,
    created: instantText(row.createdAt),
    updated: instantText(row.updatedAt),
    user_id: row.userId,
    version: row.version,
    state: row.state,
  };
}
