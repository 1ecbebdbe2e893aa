import { connectionsOf, type Db, type Tx } from './client';
import { Prisma } from './generated/client';
import type { Lanes } from './lanes';

/** The channel on which appended events are announced: `<environmentId>:<lastSeq>:<tenantId>`. */
export const EVENTS_CHANNEL = 'vetro_events';

/** What a statement with an {@link announcement} answers. */
export interface Announced {
  announced: string | null;
}

/**
 * The announcement as a column of a larger statement. Within a transaction it is made when that commits. A statement
 * of its own only says what to announce, and {@link announced} does it afterwards: PostgreSQL lets commits that notify
 * through one by one, each with its wait for the disk, where others share one.
 *
 * @param environment name of a common table with the environment's row (`id`, `tenant_id`, `event_seq`) after
 *   `event_seq` has grown by the number of events
 */
export function announcement(db: Db | Tx, environment: Prisma.Sql): Prisma.Sql {
  const news = Prisma.sql`${environment}.id || ':' || ${environment}.event_seq || ':' || ${environment}.tenant_id`;
  if (connectionsOf(db)) return Prisma.sql`${news} as announced`;
  return Prisma.sql`pg_notify(${EVENTS_CHANNEL}, ${news})::text as announced`;
}

/**
 * Makes the announcements of a statement that has committed, at once or together with others of the next moment, and
 * waits for nothing. One that is lost with the process or its connection is made up for: every event hub looks by
 * itself from time to time.
 *
 * @returns the rows
 */
export function announced<Row extends Announced>(db: Db | Tx, rows: Row[]): Row[] {
  const lanes = connectionsOf(db)?.lanes;
  if (lanes) for (const { announced: news } of rows) if (news) townCrier(lanes).tell(news);
  return rows;
}

/** After an announcement further ones wait so long for one another, in milliseconds: far less than an eye notices. */
const PAUSE_MS = 15;

interface Crier {
  tell: (news: string) => void;
}

const CRIERS = Symbol.for('vetro.criers');

/** The one of these connections. Kept for the whole process, because modules are loaded more than once. */
function townCrier(lanes: Lanes): Crier {
  const home = globalThis as { [CRIERS]?: WeakMap<Lanes, Crier> };
  home[CRIERS] ??= new WeakMap();
  const known = home[CRIERS].get(lanes) ?? createCrier(lanes);
  home[CRIERS].set(lanes, known);
  return known;
}

function createCrier(lanes: Lanes): Crier {
  let waiting: string[] = [];
  let pause: NodeJS.Timeout | null = null;

  function call(): void {
    const news = waiting;
    waiting = [];
    if (news.length === 0) return;
    pause = setTimeout(() => {
      pause = null;
      call();
    }, PAUSE_MS).unref();
    lanes.query({ name: 'announce', text: ANNOUNCE, values: [EVENTS_CHANNEL, news] }).catch(() => undefined);
  }

  return {
    tell: (news) => {
      waiting.push(news);
      if (!pause) call();
    },
  };
}

// Nothing is stored, so nothing need reach the disk: the setting ends with the statement.
const ANNOUNCE = `select set_config('synchronous_commit', 'off', true), pg_notify($1, news) from unnest($2::text[]) as news`;
