import type { AdminContext } from '@/lib/administration/context';
import type { Container } from '@/lib/container/container';
import type { Actor } from '@/lib/model/actor';

/** What use cases of the installation's administration are handed of a call. */
export function adminContextOf({
  actor,
  container,
  requestId,
}: {
  actor: Actor;
  container: Container;
  requestId: string;
}): AdminContext {
  const { db, box, cloud, catalog, switches, conductor, events, process } = container;
  return { actor, db, box, cloud, catalog, switches, conductor, events, process, now: () => new Date(), requestId };
}
