import type { EventSourceMessage } from 'eventsource-parser';
import {
  type EventTopic,
  environmentOf,
  MAX_TOPICS,
  STREAM_MESSAGES,
  type TopicRequest,
  viewerOf,
  writeTopic,
} from '@/lib/model/event-topics';
import { isObject } from '@/lib/model/json';
import { type ConnectionState, openStream, type StreamOptions } from '../connection';

/** How the connection is kept; for tests. */
export interface StreamConnectionOptions extends Pick<StreamOptions, 'silenceMs' | 'pauseMs' | 'pauseMaxMs'> {
  /** of the stream endpoint */
  address?: string;
}

/** What a connection asks for with each attempt. */
export interface StreamRequest {
  /** grows with every attempt of any connection */
  attempt: number;
  /** for whom the tabs' pages were made that want it */
  viewers: ReadonlySet<string>;
  /** the most important last */
  requests: readonly TopicRequest[];
}

export interface StreamConnectionHandlers {
  /** called at each attempt, also when the connection was lost */
  ask(): StreamRequest;
  onChange(connection: StreamConnection): void;
  onEvent(connection: StreamConnection, topic: EventTopic, event: StreamEvent): void;
}

/** An event as its text, with its number in its environment. */
export interface StreamEvent {
  environmentId: string;
  seq: number;
  text: string;
}

interface TopicOnLine {
  state: 'asked' | 'live' | 'refused';
  /** number of the last event that came, or was there before */
  position: number;
}

/** One connection to the server that carries topics. It comes back by itself, and asks anew when it does. */
export interface StreamConnection {
  attempt: number;
  viewers: ReadonlySet<string>;
  state: ConnectionState;
  /** for whom the server says the stream is; null while it has not said */
  viewer: string | null;
  topics: Map<EventTopic, TopicOnLine>;
  start(): void;
  close(): void;
}

/** Makes a connection; `start` opens it. */
export function createStreamConnection(
  handlers: StreamConnectionHandlers,
  options: StreamConnectionOptions = {},
): StreamConnection {
  const { address = '/v1/events/stream', ...stream } = options;
  let stop = () => {};
  const connection: StreamConnection = {
    attempt: 0,
    viewers: new Set(),
    state: 'connecting',
    viewer: null,
    topics: new Map(),
    start: () => {
      stop = openStream({ ...stream, url, onMessage: receive, onState: enter });
    },
    close: () => stop(),
  };

  function url(): string {
    const { attempt, viewers, requests } = handlers.ask();
    const carried = requests.slice(-MAX_TOPICS);
    const topics = new Map<EventTopic, TopicOnLine>();
    for (const { topic, after } of carried) topics.set(topic, { state: 'asked', position: after });
    Object.assign(connection, { attempt, viewers, topics, viewer: null });
    return `${address}?${new URLSearchParams(carried.map((request) => ['topic', writeTopic(request)]))}`;
  }

  function enter(state: ConnectionState): void {
    connection.state = state;
    handlers.onChange(connection);
  }

  function receive({ event, id, data }: EventSourceMessage): void {
    const topic = event as EventTopic;
    const carried = connection.topics.get(topic);
    if (carried) {
      const [environmentId = '', number] = (id ?? '').split(':');
      const seq = Number(number);
      if (!Number.isInteger(seq)) return;
      if (environmentOf(topic) !== null) carried.position = Math.max(carried.position, seq);
      handlers.onEvent(connection, topic, { environmentId, seq, text: data });
      return;
    }
    const message = readMessage(data);
    if (event === STREAM_MESSAGES.viewer)
      connection.viewer = viewerOf(String(message.userId), String(message.tenantId));
    const answered = connection.topics.get(message.topic as EventTopic);
    if (answered && event === STREAM_MESSAGES.following) answered.state = 'live';
    if (answered && event === STREAM_MESSAGES.refused) answered.state = 'refused';
    handlers.onChange(connection);
  }

  return connection;
}

/** Whether the server has answered everything that the connection asked for. */
export function isComplete(connection: StreamConnection): boolean {
  return (
    connection.state === 'live' &&
    connection.viewer !== null &&
    [...connection.topics.values()].every(({ state }) => state !== 'asked')
  );
}

function readMessage(text: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : {};
  } catch {
    // a server of another version says something that this page does not know
    return {};
  }
}
