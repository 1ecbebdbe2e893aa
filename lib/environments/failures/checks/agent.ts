import { type Check, unknown } from './check';

/** When the agent of the machine answered last. */
export const agent: Check = {
  id: 'agent',
  run: async ({ machine, failure, isInspected }) => {
    if (!machine) return null;
    const { host, reading } = machine;
    const machines = [host];
    if (!isInspected) return unknown(machines);
    if (reading === null) return null;
    const { agentAnsweredAt, agentSilentSince } = reading;
    const at = agentAnsweredAt?.toISOString() ?? null;
    const last = at === null ? 'never answered' : `answered last at ${at}`;
    const isSilent = agentSilentSince !== null || (failure.code === 'agent_silent' && !answeredSince(at, failure.at));
    if (isSilent) return { state: 'wrong', machines, at, sentence: `The agent on ${host} is silent; it ${last}.` };
    return { state: 'fine', machines, at, sentence: `The agent on ${host} ${last}.` };
  },
};

function answeredSince(at: string | null, failedAt: string | null): boolean {
  return at !== null && failedAt !== null && at > failedAt;
}
