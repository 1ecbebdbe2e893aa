import { z } from 'zod';
import type { Container } from '@/lib/container/container';
import { errors } from '@/lib/errors';
import {
  AgentAnswerSchema,
  AgentKeySchema,
  AgentReportSchema,
  AgentVersionSchema,
  PlanIdSchema,
  PollRequestSchema,
  SecretsRequestSchema,
} from '@/lib/model/agent-calls';
import { AgentFactsSchema } from '@/lib/model/servers';
import { nameSchema } from '@/lib/model/visible-line';
import { agentsOf } from '../agent-access';
import { installScript } from '../agent-files';
import { endpoint } from '../endpoint';

const tag = 'agents';
const role = 'agent';
const PlanParams = z.object({ planId: PlanIdSchema });

export const enrolServerEndpoint = endpoint({
  id: 'enrolServer',
  method: 'POST',
  path: '/v1/agents/enrolment',
  summary: 'Enrol a server with a code that an administrator made, and the public key of its agent',
  tag,
  role: 'anyone',
  body: z.object({
    code: z.string().min(1).max(200),
    name: nameSchema(255),
    version: AgentVersionSchema,
    facts: AgentFactsSchema,
    key: AgentKeySchema,
  }),
  response: z.object({
    server_id: z.string(),
    name: z.string().meta({ description: 'as sent, with a number at its end where another server has that name' }),
    verify_key: z.string().meta({ description: 'public key of plans for this server, PEM' }),
  }),
  errors: [400, 403, 404],
  handle: async ({ body, container }) => {
    const { pool } = container.cloud;
    if (!pool) throw errors.notFound('no_server_pool', 'Machines are not made on servers of your own here.');
    const { serverId, name, verifyKey } = await pool.agents.enrol(body);
    return { server_id: serverId, name, verify_key: verifyKey };
  },
});

export const renewAgentKeyEndpoint = endpoint({
  id: 'renewAgentKey',
  method: 'POST',
  path: '/v1/agents/key',
  summary: 'Give the server a new public key of an agent, by a call that the one before has signed',
  tag,
  role,
  body: z.object({ key: AgentKeySchema }),
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: ({ body, agent }) => agent.renewKey(body.key),
});

export const askForWorkEndpoint = endpoint({
  id: 'askForWork',
  method: 'POST',
  path: '/v1/agents/work',
  summary: 'What a server has to do; waits up to half a minute for something',
  tag,
  role,
  body: PollRequestSchema,
  response: z.object({
    update: z
      .object({ digest: z.string(), call: z.string().optional(), signature: z.string() })
      .optional()
      .meta({ description: 'the SHA-256 of the program that the agent is to change to, signed for this server alone' }),
    clean: z.string().optional(),
    prepare: z.object({ machine: z.string(), host: z.string() }).optional(),
    plan: z
      .object({
        ...{ id: z.string(), body: z.string(), call: z.string().optional() },
        ...{ signature: z.string(), linesSeen: z.int() },
      })
      .optional()
      .meta({ description: 'signed for this server and this call alone' }),
  }),
  errors: [400, 401, 403, 404, 409, 429],
  handle: ({ body, request, agent }) => agent.poll(body, request.signal),
});

export const fetchPlanSecretsEndpoint = endpoint({
  id: 'fetchPlanSecrets',
  method: 'POST',
  path: '/v1/agents/plans/{planId}/secrets',
  summary: 'The secrets of the plan that a server is at, once for each time that it was given, within five minutes',
  tag,
  role,
  params: PlanParams,
  body: SecretsRequestSchema,
  response: z
    .object({ key: z.string(), payload: z.string(), call: z.string(), signature: z.string() })
    .meta({ description: 'sealed for the key that was sent, signed for this server and this call alone' }),
  errors: [400, 401, 403, 404, 409],
  handle: ({ body, params, agent }) => agent.secrets(params.planId, body),
});

export const reportPlanEndpoint = endpoint({
  id: 'reportPlan',
  method: 'POST',
  path: '/v1/agents/plans/{planId}/reports',
  summary: 'What a plan prints and which of its commands are over; what was reported before is not taken twice',
  tag,
  role,
  params: PlanParams,
  body: AgentReportSchema,
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: ({ body, params, agent }) => agent.report(params.planId, body),
});

export const answerPlanEndpoint = endpoint({
  id: 'answerPlan',
  method: 'POST',
  path: '/v1/agents/plans/{planId}/answer',
  summary: 'The answer to a plan; the first one counts',
  tag,
  role,
  params: PlanParams,
  body: AgentAnswerSchema,
  response: null,
  errors: [400, 401, 403, 404, 409],
  handle: ({ body, params, agent }) => agent.answer(params.planId, body),
});

export const agentProgramEndpoint = endpoint({
  id: 'agentProgram',
  method: 'GET',
  path: '/v1/agents/vetro-agent.mjs',
  summary: 'The agent: one file for Node.js',
  tag,
  role: 'anyone',
  response: null,
  produces: ['text/javascript'],
  errors: [404],
  handle: async ({ container }) => {
    const { text } = await agentsOf(container).program();
    return new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
  },
});

export const installOnLinuxEndpoint = endpoint({
  id: 'installOnLinux',
  method: 'GET',
  path: '/v1/agents/install.sh',
  summary: 'The script that installs the agent as a service of Linux and enrols the server',
  tag,
  role: 'anyone',
  response: null,
  produces: ['text/plain'],
  errors: [404],
  handle: ({ container }) => script(container, 'install.sh'),
});

export const installOnWindowsEndpoint = endpoint({
  id: 'installOnWindows',
  method: 'GET',
  path: '/v1/agents/install.ps1',
  summary: 'The script that installs the agent on Windows and enrols the server',
  tag,
  role: 'anyone',
  response: null,
  produces: ['text/plain'],
  errors: [404],
  handle: ({ container }) => script(container, 'install.ps1'),
});

async function script(container: Container, name: 'install.sh' | 'install.ps1'): Promise<Response> {
  agentsOf(container);
  const text = await installScript(name, container.config.baseUrl);
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
