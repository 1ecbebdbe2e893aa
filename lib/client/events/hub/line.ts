import {
  type EventTopic,
  environmentOf,
  MOST_TOPICS,
  STREAM_MESSAGES,
  type TopicRequest,
  viewerOf,
  writeTopic,
} from '@/lib/model/event-topics';
import { isObject } from '@/lib/model/json';
import { type ConnectionState, openStream, type StreamOptions } from '../connection';
import type { SseMessage } from '../sse-parser';

/** How the connection is kept; for tests. */
export interface LineOptions extends Pick<StreamOptions, 'silenceMs' | 'pauseMs' | 'pauseMaxMs'> {
  /** of the stream endpoint */
  address?: string;
}

/** What a line asks for with each attempt. */
export interface Question {
  /** grows with every attempt of any line */
  attempt: number;
  /** for whom the tabs' pages were made that want it */
  viewers: ReadonlySet<string>;
  /** the most important last */
  requests: readonly TopicRequest[];
}

export interface LineHandlers {
  /** called at each attempt, also when the connection was lost */
  ask(): Question;
  onChange(line: Line): void;
  onEvent(line: Line, topic: EventTopic, event: { environmentId: string; seq: number; text: string }): void;
}

interface TopicOnLine {
  state: 'asked' | 'live' | 'refused';
  /** number of the last event that came, or was there before */
  position: number;
}

/** One connection to the server that carries topics. It comes back by itself, and asks anew when it does. */
export interface Line {
  attempt: number;
  viewers: ReadonlySet<string>;
  state: ConnectionState;
  /** for whom the server says the stream is; null while it has not said */
  viewer: string | null;
  topics: Map<EventTopic, TopicOnLine>;
  start(): void;
  close(): void;
}

/** Makes a line; `start` opens it. */
export function createLine(handlers: LineHandlers, options: LineOptions = {}): Line {
  const { address = '/v1/events/stream', ...stream } = options;
  let stop = () => {};
  const line: Line = {
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
    const carried = requests.slice(-MOST_TOPICS);
    const topics = new Map<EventTopic, TopicOnLine>();
    for (const { topic, after } of carried) topics.set(topic, { state: 'asked', position: after });
    Object.assign(line, { attempt, viewers, topics, viewer: null });
    return `${address}?${new URLSearchParams(carried.map((request) => ['topic', writeTopic(request)]))}`;
  }

  function enter(state: ConnectionState): void {
    line.state = state;
    handlers.onChange(line);
  }

  function receive({ event, id, data }: SseMessage): void {
    const topic = event as EventTopic;
    const carried = line.topics.get(topic);
    if (carried) {
      const [environmentId = '', number] = (id ?? '').split(':');
      const seq = Number(number);
      if (!Number.isInteger(seq)) return;
      if (environmentOf(topic) !== null) carried.position = Math.max(carried.position, seq);
      handlers.onEvent(line, topic, { environmentId, seq, text: data });
      return;
    }
    const told = readTold(data);
    if (event === STREAM_MESSAGES.viewer) line.viewer = viewerOf(String(told.userId), String(told.tenantId));
    const answered = line.topics.get(told.topic as EventTopic);
    if (answered && event === STREAM_MESSAGES.following) answered.state = 'live';
    if (answered && event === STREAM_MESSAGES.refused) answered.state = 'refused';
    handlers.onChange(line);
  }

  return line;
}

/** Whether the server has answered everything that the line asked for. */
export function isComplete(line: Line): boolean {
  return (
    line.state === 'live' && line.viewer !== null && [...line.topics.values()].every(({ state }) => state !== 'asked')
  );
}

function readTold(text: string): Record<string, unknown> {
  try {
    const told: unknown = JSON.parse(text);
    return isObject(told) ? told : {};
  } catch {
    // a server of another version says something that this page does not know
    return {};
  }
}
