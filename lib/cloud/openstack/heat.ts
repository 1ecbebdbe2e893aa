import { errors } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { ServiceAnswer } from './http-client';
import { reasonOf } from './keystone';
import { expectOk, type Service, type ServiceKind, textOf } from './service';

/** A stack as Heat shows it. */
export interface HeatStack {
  id: string;
  name: string;
  /** CREATE_COMPLETE */
  status: string;
  reason: string;
  tags: string[];
  outputs: JsonObject[];
  /** when what it is at, or was at last, began */
  changedAt: Date;
}

export interface HeatEvent {
  id: string;
  at: Date;
  resource: string;
  physicalId: string;
  /** CREATE_COMPLETE */
  status: string;
  reason: string;
}

export interface HeatResource {
  name: string;
  type: string;
  status: string;
  reason: string;
  physicalId: string;
}

/** What Heat takes as a new or changed stack; nothing in it is sealed. */
export interface HeatRequest {
  template: JsonObject;
  parameters: JsonObject;
  tags: string[];
}

/** Heat's no: the words of an answer that is neither success nor a passing trouble. */
export interface HeatRefusal {
  refused: { status: number; type: string; reason: string };
}

/** The Orchestration API v1 of one project, as far as it is needed. */
export interface Heat {
  /** @param name of a stack, or `name/id`, which is found also after it was deleted */
  find(name: string, signal?: AbortSignal): Promise<HeatStack | null>;
  /** @param tag that stacks must have */
  list(tag: string): Promise<string[]>;
  /** every stack of the project, without outputs */
  all(): Promise<HeatStack[]>;
  create(name: string, request: HeatRequest, signal?: AbortSignal): Promise<HeatRefusal | null>;
  update(stack: HeatStack, request: HeatRequest, signal?: AbortSignal): Promise<HeatRefusal | null>;
  delete(stack: HeatStack, signal?: AbortSignal): Promise<void>;
  /** suspends or resumes everything that a stack has */
  act(stack: HeatStack, action: 'suspend' | 'resume', signal?: AbortSignal): Promise<void>;
  /** @param marker id of the last event that is known; null: from the first */
  events(stack: HeatStack, marker: string | null, signal?: AbortSignal): Promise<HeatEvent[]>;
  resources(stack: HeatStack, signal?: AbortSignal): Promise<HeatResource[]>;
  /** ids of the machines that a stack has, those of stacks inside it too */
  servers(stack: HeatStack): Promise<string[]>;
  /** has a resource replaced by the next update, whatever it says */
  markBroken(stack: HeatStack, resource: string, reason: string, signal?: AbortSignal): Promise<void>;
  attributes(stack: HeatStack, resource: string): Promise<JsonObject>;
  template(stack: HeatStack): Promise<JsonObject>;
  validate(request: Omit<HeatRequest, 'tags'>): Promise<HeatRefusal | null>;
  /** what Heat knows of a type of resource; null when it has none such */
  resourceType(type: string): Promise<JsonObject | null>;
}

export const ORCHESTRATION: ServiceKind = { types: ['orchestration'] };
const SERVER = 'OS::Nova::Server';
/** Operations that a stack may take, in minutes; then Heat gives up by itself. */
const TIMEOUT_MINUTES = 180;
/** A refusal of Heat's that says what is wrong with the request. */
const REFUSALS = new Set([400, 403, 413]);

/** Heat as one credential reaches it. */
export function createHeat(service: Service): Heat {
  const { call, read, list } = service;

  const bodyOf = ({ template, parameters, tags }: HeatRequest): JsonObject => ({
    template,
    parameters,
    tags: tags.join(','),
    // What was made stays when something fails: it tells why, and the next operation goes on from there.
    disable_rollback: true,
    timeout_mins: TIMEOUT_MINUTES,
  });
  const at = ({ name, id }: Pick<HeatStack, 'name' | 'id'>) => `/stacks/${encodeURIComponent(name)}/${id}`;

  return {
    find: async (name, signal) => {
      const found = await read(`/stacks/${name.split('/').map(encodeURIComponent).join('/')}`, signal);
      return found && isObject(found.stack) ? stackOf(found.stack) : null;
    },
    list: async (tag) => {
      const stacks = await list(`/stacks?tags=${encodeURIComponent(tag)}&sort_keys=stack_name`, 'stacks');
      return stacks.map((stack) => textOf(stack.stack_name));
    },
    all: async () => (await list('/stacks', 'stacks')).map(stackOf),
    servers: async (stack) => {
      // machines of nested stacks, as of resource groups, too
      const path = `${at(stack)}/resources?nested_depth=5&type=${encodeURIComponent(SERVER)}`;
      return (await list(path, 'resources')).map((resource) => textOf(resource.physical_resource_id));
    },
    markBroken: async (stack, resource, reason, signal) => {
      const path = `${at(stack)}/resources/${encodeURIComponent(resource)}`;
      const body = { mark_unhealthy: true, resource_status_reason: reason };
      expectOk(await call('PATCH', path, { body, signal, repeatable: true }), path);
    },
    create: async (name, request, signal) =>
      refusalOf(await call('POST', '/stacks', { body: { stack_name: name, ...bodyOf(request) }, signal }), name),
    update: async (stack, request, signal) =>
      refusalOf(await call('PUT', at(stack), { body: bodyOf(request), signal }), stack.name),
    delete: async (stack, signal) => {
      const answer = await call('DELETE', at(stack), { signal, repeatable: true });
      if (answer.status !== 404) expectOk(answer, at(stack));
    },
    act: async (stack, action, signal) => {
      expectOk(await call('POST', `${at(stack)}/actions`, { body: { [action]: null }, signal }), at(stack));
    },
    events: async (stack, marker, signal) => {
      const since = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`;
      const events = await list(`${at(stack)}/events?sort_dir=asc${since}`, 'events', signal);
      return events.map((event) => ({
        id: textOf(event.id),
        at: new Date(textOf(event.event_time)),
        resource: textOf(event.resource_name),
        physicalId: textOf(event.physical_resource_id),
        status: textOf(event.resource_status),
        reason: textOf(event.resource_status_reason),
      }));
    },
    resources: async (stack, signal) =>
      (await list(`${at(stack)}/resources`, 'resources', signal)).map((resource) => ({
        name: textOf(resource.resource_name),
        type: textOf(resource.resource_type),
        status: textOf(resource.resource_status),
        reason: textOf(resource.resource_status_reason),
        physicalId: textOf(resource.physical_resource_id),
      })),
    attributes: async (stack, resource) => {
      const found = await read(`${at(stack)}/resources/${encodeURIComponent(resource)}`);
      const shown = found && isObject(found.resource) ? found.resource : {};
      return isObject(shown.attributes) ? shown.attributes : {};
    },
    template: async (stack) => (await read(`${at(stack)}/template`)) ?? {},
    validate: async ({ template, parameters }) =>
      refusalOf(await call('POST', '/validate', { body: { template, parameters } }), ''),
    resourceType: (type) => read(`/resource_types/${encodeURIComponent(type)}`),
  };
}

/** @throws cloud errors for what is no refusal: `retryable` when the same call may succeed later */
function refusalOf(answer: ServiceAnswer, stack: string): HeatRefusal | null {
  const { status, body } = answer;
  const type = isObject(body.error) ? textOf(body.error.type) : '';
  if (REFUSALS.has(status)) return { refused: { status, type, reason: reasonOf(body) } };
  if (status === 409 && type !== 'StackExists') {
    throw errors.cloud('stack_busy', `OpenStack is still at work on ${stack}.`, {
      retryable: true,
      details: { reason: reasonOf(body) },
    });
  }
  if (status === 409) return { refused: { status, type, reason: reasonOf(body) } };
  expectOk(answer, stack);
  return null;
}

function stackOf(stack: JsonObject): HeatStack {
  return {
    id: textOf(stack.id),
    name: textOf(stack.stack_name),
    status: textOf(stack.stack_status),
    reason: textOf(stack.stack_status_reason),
    tags: Array.isArray(stack.tags) ? stack.tags.map(String) : [],
    outputs: Array.isArray(stack.outputs) ? stack.outputs.filter(isObject) : [],
    changedAt: new Date(textOf(stack.updated_time) || textOf(stack.creation_time)),
  };
}

/** Whether Heat is still at work on a stack. */
export function isUnderWay({ status }: HeatStack): boolean {
  return status.endsWith('_IN_PROGRESS');
}
