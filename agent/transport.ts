import type { AgentCall } from '@/lib/formats/agent-channel/broker';

/** A request that the server refused; asking again the same does not help unless it says so. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/**
 * Takes one call to the server and brings what it answers.
 *
 * @throws Refused, or whatever says that nobody has answered
 */
export type Transport = <Answer>(call: AgentCall) => Promise<Answer>;

/** What shows that a call is made by this agent: made anew each time that a call is sent. */
export type ProofOf = (call: AgentCall) => string;
