import { type Client, type Product, startProduct } from '@/lib/api/testing/product';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { AgentSettings } from '@/lib/cloud/agents/program';
import type { JsonObject } from '@/lib/model/json';
import { eventually } from '@/lib/testing/patience';
import { type AgentProcess, enrolAgent } from './agent-process';

/** A pool of servers whose agents are real processes, and what its administrator sees of them. */
export interface AgentPool {
  product: Product;
  root: Client;
  /**
   * Enrols an agent, which is not started.
   *
   * @param program the file that was installed; the one of the build when left out
   * @param server where it enrols; at the product itself when left out
   */
  enrol(name: string, options?: { program?: string; server?: string }): Promise<AgentProcess>;
  serverOf(name: string): Promise<JsonObject | undefined>;
  /** Waits until the program of an agent is in a state. */
  until(name: string, state: string): Promise<unknown>;
  close(): Promise<void>;
}

/** @param agents the agent that servers get, and what all agents keep */
export async function startAgentPool(agents: Partial<AgentSettings>): Promise<AgentPool> {
  const product = await startProduct({ cloud: 'pool', agents });
  const root = await systemAdmin(product);
  const processes: AgentProcess[] = [];
  const serverOf = async (name: string) =>
    list((await root.ok('GET', '/v1/admin/servers')).servers)
      .map(object)
      .find((server) => server.name === name);
  return {
    product,
    root,
    enrol: async (name, { program, server = product.url } = {}) => {
      const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
      const agent = await enrolAgent({ server, code: text(code), name, address: '127.0.0.1' }, {}, program);
      processes.push(agent);
      return agent;
    },
    serverOf,
    until: (name, state) =>
      eventually(`${name} to be ${state}`, async () => (await serverOf(name))?.agent_program === state),
    close: async () => {
      for (const agent of processes) await agent.remove();
      await product.close();
    },
  };
}
