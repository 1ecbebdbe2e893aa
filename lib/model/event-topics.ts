/**
 * What an event stream may be asked for, and how it is written: one environment from a number on, or all environments
 * of the tenant or of the installation from now on. Server and browser both read and write it.
 */
export type EventTopic = 'tenant' | 'installation' | `environment:${string}`;

/** A topic and, for an environment, the number after which its events are wanted. */
export interface TopicRequest {
  topic: EventTopic;
  after: number;
}

/** As many topics as one stream carries: their text stays well below what proxies accept as an address. */
export const MAX_TOPICS = 64;

/** How a request for a topic is written: `tenant`, `installation`, `environment:<id>:<after>`. */
export const TOPIC_REQUEST = /^(?:tenant|installation|environment:[0-9a-f]{32}(?::\d{1,9})?)$/;

/** Names of the messages that are no events; those that are events are named by their topic. */
export const STREAM_MESSAGES = { viewer: 'viewer', following: 'following', refused: 'refused' } as const;

/** The topic of one environment. */
export function environmentTopic(environmentId: string): EventTopic {
  return `environment:${environmentId}`;
}

/** The environment of a topic; null for a topic of many. */
export function environmentOf(topic: EventTopic): string | null {
  return topic.startsWith('environment:') ? topic.slice('environment:'.length) : null;
}

/** A request as the address of a stream holds it. */
export function writeTopic({ topic, after }: TopicRequest): string {
  return environmentOf(topic) === null ? topic : `${topic}:${after}`;
}

/**
 * Reads what `writeTopic` wrote.
 *
 * @param text matches `TOPIC_REQUEST`; without a number an environment is wanted from its beginning
 */
export function readTopic(text: string): TopicRequest {
  if (text === 'tenant' || text === 'installation') return { topic: text, after: 0 };
  const [, environmentId = '', after = '0'] = text.split(':');
  return { topic: environmentTopic(environmentId), after: Number(after) };
}

/** Who a stream speaks to: a user in a tenant. Events for one viewer are never handed to another. */
export function viewerOf(userId: string, tenantId: string): string {
  return `${userId}:${tenantId}`;
}
