import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { errors } from '@/lib/errors';
import type { AgentProgram } from '@/lib/ports/cloud/server-pool';

/**
 * Reads the agent as it is given to servers: one file, made by the build.
 *
 * @param file where it is
 * @returns asks for it as it is now
 * @throws what is returned throws not_found `agent_not_built`
 */
export function createProgramReader(file: string): () => Promise<AgentProgram> {
  let last: (AgentProgram & { changed: number }) | null = null;
  return async () => {
    try {
      const { mtimeMs: changed } = await stat(file);
      if (last?.changed === changed) return last;
      const text = await readFile(file, 'utf8');
      last = { text, digest: createHash('sha256').update(text).digest('hex'), changed };
      return last;
    } catch (error) {
      throw errors.notFound('agent_not_built', 'The agent has not been built; npm run build does that.', {
        cause: error,
      });
    }
  };
}
