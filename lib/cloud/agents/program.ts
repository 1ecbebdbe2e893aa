import { readFile, stat } from 'node:fs/promises';
import { errors } from '@/lib/errors';
import type { ChannelSettings } from '@/lib/formats/agent-channel/channel-settings';
import { isReleaseSigned, programDigest, readSignatures, signaturesFile } from '@/lib/formats/agent-channel/releases';
import type { AgentProgram } from '@/lib/ports/cloud/server-pool';

/** What an installation says of its agents. */
export interface AgentSettings extends ChannelSettings {
  /** the file of the agent that machines get, as the build makes it */
  program: string;
}

/** The agent that machines get, and what all agents are to keep. */
export interface AgentSource {
  /** The program as it is now. @throws not_found `agent_not_built` */
  read(): Promise<AgentProgram>;
  settings: ChannelSettings;
}

/** Reads the agent as it is given to servers: one file, made by the build, and beside it the signatures of who released it. */
export function createAgentSource({ program: file, releaseKey, addresses }: AgentSettings): AgentSource {
  const signed = signaturesFile(file);
  let last: (AgentProgram & { changed: string }) | null = null;
  const read = async () => {
    try {
      const { mtimeMs: programAt } = await stat(file);
      const signedAt = await stat(signed)
        .then(({ mtimeMs }) => mtimeMs)
        .catch(() => 0);
      const changed = `${programAt} ${signedAt}`;
      if (last?.changed === changed) return last;
      const text = await readFile(file, 'utf8');
      const digest = programDigest(text);
      const lines = signedAt === 0 ? '' : await readFile(signed, 'utf8');
      const signatures = readSignatures(lines).filter((one) => isReleaseSigned(digest, one));
      last = { text, digest, signatures, changed };
      return last;
    } catch (error) {
      throw errors.notFound('agent_not_built', 'The agent has not been built; npm run build does that.', {
        cause: error,
      });
    }
  };
  return { read, settings: { releaseKey, addresses } };
}
