import type { TemplateSource } from '@/lib/conductor/xml';
import { errors, toProblem } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Effects, PlanOutcome, PlanRequest, StackOutcome } from '@/lib/ports/conductor';
import type { CannedResponse, XmlCase } from './xml-case';

export interface FakeWorld {
  effects: Effects;
  templates: TemplateSource;
  /** stack operations so far */
  heat: JsonObject[];
  /** the model stored last */
  saved(): JsonObject | null;
}

/** The protocol's executor: it answers commands as the case says, success where it says nothing. */
export function createFakeWorld({ responses = [], templates = {} }: XmlCase): FakeWorld {
  const answer = createResponder(responses);
  const heat: JsonObject[] = [];
  let saved: JsonObject | null = null;
  const at = '2013-09-04T10:00:00.000Z';

  const effects: Effects = {
    async updateStack({ template, parameters, templates: names = [] }): Promise<StackOutcome> {
      heat.push({ template, parameters });
      const answers = names.map((name) => answer({ kind: 'update-cf-stack', template: name }));
      const bad = answers.find((given) => given && !given.ok);
      if (bad) {
        const message = bad.error?.message ?? '';
        return { ok: false, message, problem: toProblem(errors.cloud('stack_failed', message)), at };
      }
      const outputs = answers.map((given) => (given?.result ?? {}) as JsonObject);
      return { ok: true, outputs: Object.assign({}, ...outputs) };
    },
    async deleteStack() {
      const given = answer({ kind: 'delete-cf-stack' });
      if (!given || given.ok) return { ok: true, outputs: {} };
      const message = given.error?.message ?? '';
      return { ok: false, message, problem: toProblem(errors.cloud('stack_failed', message)), at };
    },
    executePlan: async (request: PlanRequest) =>
      planOutcome(
        answer({ kind: 'send-command', template: request.name, unit: request.unitId, service: request.serviceId }),
        request,
      ),
    report: async () => undefined,
    failureHandled: async () => undefined,
    saveModel: async (model) => {
      saved = model as JsonObject;
    },
    cancelled: async () => false,
    suspension: () => Promise.reject(new Error('nothing is suspended in this test')),
    readStack: async () => null,
    networks: () => Promise.reject(new Error('nobody looks at networks here')),
    first: async () => 0,
    sleep: async () => undefined,
  };

  return {
    effects,
    heat,
    saved: () => saved,
    templates: {
      stackTemplate: (name) => own(templates.cf, name) ?? {},
      planTemplate: (name) => ({ template: own(templates.agent, name) ?? {}, package: '', script: () => undefined }),
      userData: () => null,
    },
  };
}

type ResponseKey = Pick<CannedResponse, 'kind' | 'template' | 'unit' | 'service'>;

/** Every response whose fields fit counts the call; the first in order whose `nth` agrees answers it. */
function createResponder(responses: CannedResponse[]): (asked: ResponseKey) => CannedResponse | null {
  const calls = new Map<CannedResponse, number>();
  return (asked) => {
    const fitting = responses.filter(
      (given) =>
        given.kind === asked.kind &&
        (['template', 'unit', 'service'] as const).every(
          (key) => given[key] === undefined || given[key] === asked[key],
        ),
    );
    for (const given of fitting) calls.set(given, (calls.get(given) ?? 0) + 1);
    return fitting.find((given) => given.nth === undefined || given.nth === calls.get(given)) ?? null;
  };
}

function planOutcome(given: CannedResponse | null, { timeoutMs, host }: PlanRequest): PlanOutcome {
  const result = (IsException: boolean, Result: Json): PlanOutcome => ({
    answered: true,
    result: { IsException, Result },
  });
  if (!given || given.ok) {
    const { IsException = false, Result = [{ IsException: false, Result: [] }] } = (given?.result ?? {}) as JsonObject;
    return result(IsException === true, Result);
  }
  const { type, message = '', messages = [] } = given.error ?? {};
  if (type === 'inner') return result(false, [{ IsException: true, Result: messages }]);
  if (type === 'general') return result(true, message);
  const sentence = `Unable to receive any response from ${host} in ${timeoutMs / 1000} sec`;
  return { answered: false, problem: toProblem(errors.timedOut('agent_silent', sentence)) };
}

function own(record: Record<string, JsonObject> | undefined, name: string): JsonObject | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
