export const AGENT_MAKES = ['vetro', 'murano-v1', 'murano-v2'] as const;
/** Whose agent a machine has: Vetro's own, or Murano's, which knows one of two formats of plans. */
export type AgentMake = (typeof AGENT_MAKES)[number];
