import type { EventHub } from '@/lib/db/event-hub';
import { isVetroError, type VetroError } from '@/lib/errors';
import { type EventTopic, environmentOf, type TopicRequest } from '@/lib/model/event-topics';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type { Context, UseCaseCall } from '../context';
import { actorIn } from '../rehearsals/actor-in';
import { followEnvironment, followInstallation, followTenant } from './follow';

/** Where the events of several topics go. */
export interface TopicsFollower {
  onEvent: (topic: EventTopic, event: StreamedEvent) => void;
  /** the topic is followed: nothing of it is missed from here on */
  onFollowing: (topic: EventTopic) => void;
  /** the topic may not be followed, or there is none; the others go on */
  onRefused: (topic: EventTopic, error: VetroError) => void;
  /** the log cannot be read: whoever follows comes back later */
  onFailure: (error: unknown) => void;
}

const REFUSALS: ReadonlySet<VetroError['kind']> = new Set(['forbidden', 'not_found']);

/**
 * Follows several topics at once, each by the rules of its own kind: whoever may not follow one follows the others.
 *
 * @returns a function that ends them all
 * @throws whatever is no refusal; then none is followed
 */
export async function followTopics({
  ctx,
  input: { topics, events, ...follower },
}: UseCaseCall<{ topics: readonly TopicRequest[]; events: Pick<EventHub, 'subscribe'> } & TopicsFollower>): Promise<
  () => void
> {
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const end of stops.splice(0)) end();
  };
  // a topic asked for twice is followed once, as asked last
  for (const request of new Map(topics.map((one) => [one.topic, one])).values()) {
    const { topic } = request;
    try {
      const onEvent = (event: StreamedEvent) => follower.onEvent(topic, event);
      stops.push(await followTopic(ctx, request, { events, onEvent, onFailure: follower.onFailure }));
      follower.onFollowing(topic);
    } catch (error) {
      if (!isVetroError(error) || !REFUSALS.has(error.kind)) {
        stop();
        throw error;
      }
      follower.onRefused(topic, error);
    }
  }
  return stop;
}

async function followTopic(
  ctx: Context,
  { topic, after }: TopicRequest,
  where: Parameters<typeof followTenant>[0]['input'],
): Promise<() => void> {
  if (topic === 'tenant') return followTenant({ ctx, input: where });
  if (topic === 'installation') return followInstallation({ ctx, input: where });
  const environmentId = environmentOf(topic) ?? '';
  const actor = await actorIn(ctx.db, ctx.actor, environmentId, false);
  return followEnvironment({ ctx: { ...ctx, actor }, input: { environmentId, after, ...where } });
}
