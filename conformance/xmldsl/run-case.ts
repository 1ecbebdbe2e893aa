import { compileWorkflows, type Providers, type RunEvent, runWorkflows } from '@/lib/conductor/xml';
import { isVetroError } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import { createFakeWorld } from './fake-world';
import { MURANO_0_2 } from './murano-dialect';
import type { XmlCase } from './xml-case';

const ROUNDS = 60;

/**
 * Runs one case of the suite: the workflows as they are, broken parts failing only when they are reached,
 * in the dialect of the engine that recorded the traces, against an executor that answers as told.
 */
export async function runXmlCase(input: JsonObject): Promise<JsonObject> {
  const testCase = input as unknown as XmlCase;
  const world = createFakeWorld(testCase);
  const trace: JsonObject[] = [];
  const plans: JsonObject[] = [];
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'send-command') {
      const { plan, ...command } = event;
      plans.push({ unit: command.unit, plan });
      trace.push(structuredClone(command) as unknown as JsonObject);
    } else {
      trace.push(structuredClone(event) as unknown as JsonObject);
    }
  };
  const result = (more: JsonObject): JsonObject => ({ id: testCase.id, trace, ...more, heat: world.heat, plans });
  try {
    const workflows = compileWorkflows(
      testCase.workflows.map(({ name, xml }) => ({ file: name, xml })),
      { problems: 'collect' },
    );
    const end = await runWorkflows({
      workflows,
      model: testCase.model,
      resources: world.templates,
      effects: world.effects,
      options: {
        defaultPlanTimeoutMs: 600_000,
        maxRounds: ROUNDS,
        dialect: MURANO_0_2,
        providers: numberedNames(),
        onEvent,
      },
    });
    return result({ model: end.model as JsonObject, stopped: end.outcome === 'stopped', aborted: false });
  } catch (error) {
    if (!isVetroError(error)) throw error;
    return result({ model: world.saved() ?? testCase.model, stopped: false, aborted: true, error: error.sentence });
  }
}

/** What the protocol says of host names and user data. */
function numberedNames(): Providers {
  const counters = new Map<string, number>();
  const count = (key: string) => {
    const next = (counters.get(key) ?? 0) + 1;
    counters.set(key, next);
    return next;
  };
  return {
    hostName({ pattern, serviceId }) {
      if (pattern === null) return `host-${count('')}`;
      return pattern.includes('#') ? pattern.replace('#', () => String(count(`service ${serviceId}`))) : pattern;
    },
    userData: ({ template, hostName, serviceId, unitId }) =>
      `USERDATA[${[template, hostName, serviceId, unitId].join('|')}]`,
  };
}
