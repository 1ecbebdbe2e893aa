import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** A place that was not signed in from for so long is a strange one again, in days. */
export const PLACE_DAYS = 90;
/** The places of one user that are remembered at most. */
const MAX_PLACES = 50;

/** Which of these places a user signed in from before. */
export async function knownPlaces(db: Db, userId: string, places: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ place: string }>(
    db,
    Prisma.sql`
    select place from sign_in_places
    where user_id = ${userId} and place = any(${[...places]}::text[])
      and used_at > now() - make_interval(days => ${PLACE_DAYS})`,
  );
  return new Set(rows.map(({ place }) => place));
}

/** Notes from where a user signed in just now, and forgets the oldest of their places. */
export async function rememberPlaces(db: Db, userId: string, places: readonly string[]): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    insert into sign_in_places (user_id, place)
    select ${userId}::text, place from unnest(${[...places].sort()}::text[]) with ordinality as given (place, nr) order by nr
    on conflict (user_id, place) do update set used_at = now()`,
  );
  await rowsOf(
    db,
    Prisma.sql`
    delete from sign_in_places where (user_id, place) in (
      select user_id, place from sign_in_places
      where used_at < now() - make_interval(days => ${PLACE_DAYS})
        or (user_id = ${userId} and place in (
          select place from sign_in_places where user_id = ${userId} order by used_at desc offset ${MAX_PLACES}))
      for update skip locked)`,
  );
}
