import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { HttpClient, ServiceAnswer } from './http-client';
import { type Keystone, type KeystoneSession, reasonOf } from './keystone';

/** A stack as Heat shows it. */
export interface HeatStack {
  id: string;
  name: string;
  /** CREATE_COMPLETE */
  status: string;
  reason: string;
  tags: string[];
  outputs: JsonObject[];
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
  create(name: string, request: HeatRequest, signal?: AbortSignal): Promise<HeatRefusal | null>;
  update(stack: HeatStack, request: HeatRequest, signal?: AbortSignal): Promise<HeatRefusal | null>;
  delete(stack: HeatStack, signal?: AbortSignal): Promise<void>;
  /** suspends or resumes everything that a stack has */
  act(stack: HeatStack, action: 'suspend' | 'resume', signal?: AbortSignal): Promise<void>;
  /** @param marker id of the last event that is known; null: from the first */
  events(stack: HeatStack, marker: string | null, signal?: AbortSignal): Promise<HeatEvent[]>;
  resources(stack: HeatStack): Promise<HeatResource[]>;
  attributes(stack: HeatStack, resource: string): Promise<JsonObject>;
  template(stack: HeatStack): Promise<JsonObject>;
  validate(request: Omit<HeatRequest, 'tags'>): Promise<HeatRefusal | null>;
  /** what Heat knows of a type of resource; null when it has none such */
  resourceType(type: string): Promise<JsonObject | null>;
}

/** Operations that a stack may take, in minutes; then Heat gives up by itself. */
const TIMEOUT_MINUTES = 180;
/** A refusal of Heat's that says what is wrong with the request. */
const REFUSALS = new Set([400, 403, 413]);

export function createHeat(http: HttpClient, keystone: Keystone): Heat {
  /** Calls Heat; a token that it no longer takes is changed once. */
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more: { body?: JsonObject; signal?: AbortSignal | undefined } = {},
  ): Promise<ServiceAnswer> {
    const { body, signal } = more;
    for (let again = false; ; again = true) {
      const session: KeystoneSession = await keystone.session(signal);
      const url = path.startsWith('http') ? path : `${session.endpoint('orchestration')}${path}`;
      const answer = await http.call({
        method,
        url,
        headers: { 'x-auth-token': session.token },
        ...(body ? { body } : {}),
        ...(signal ? { signal } : {}),
      });
      if (answer.status === 401 && !again) {
        keystone.forget(session);
        continue;
      }
      const { location } = answer.headers;
      // a stack's name leads to its id
      if (method === 'GET' && answer.status === 302 && typeof location === 'string')
        return call(method, location, more);
      return answer;
    }
  }

  async function read(path: string, signal?: AbortSignal): Promise<JsonObject | null> {
    const answer = await call('GET', path, { signal });
    if (answer.status === 404) return null;
    return expectOk(answer, path);
  }

  async function list(path: string, key: string, signal?: AbortSignal): Promise<JsonObject[]> {
    const found = (await read(path, signal))?.[key];
    return Array.isArray(found) ? found.filter(isObject) : [];
  }

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
      return stacks.map((stack) => text(stack.stack_name));
    },
    create: async (name, request, signal) =>
      refusalOf(await call('POST', '/stacks', { body: { stack_name: name, ...bodyOf(request) }, signal }), name),
    update: async (stack, request, signal) =>
      refusalOf(await call('PUT', at(stack), { body: bodyOf(request), signal }), stack.name),
    delete: async (stack, signal) => {
      const answer = await call('DELETE', at(stack), { signal });
      if (answer.status !== 404) expectOk(answer, at(stack));
    },
    act: async (stack, action, signal) => {
      expectOk(await call('POST', `${at(stack)}/actions`, { body: { [action]: null }, signal }), at(stack));
    },
    events: async (stack, marker, signal) => {
      const since = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`;
      const events = await list(`${at(stack)}/events?sort_dir=asc${since}`, 'events', signal);
      return events.map((event) => ({
        id: text(event.id),
        at: new Date(text(event.event_time)),
        resource: text(event.resource_name),
        physicalId: text(event.physical_resource_id),
        status: text(event.resource_status),
        reason: text(event.resource_status_reason),
      }));
    },
    resources: async (stack) =>
      (await list(`${at(stack)}/resources`, 'resources')).map((resource) => ({
        name: text(resource.resource_name),
        type: text(resource.resource_type),
        status: text(resource.resource_status),
        reason: text(resource.resource_status_reason),
        physicalId: text(resource.physical_resource_id),
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
  const type = isObject(body.error) ? text(body.error.type) : '';
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

function expectOk({ status, body }: ServiceAnswer, place: string): JsonObject {
  if (status >= 200 && status < 300) return body;
  const reason = reasonOf(body);
  const said = reason === '' ? '' : `: ${reason}`;
  throw errors.cloud('openstack_refused', `OpenStack answered with HTTP ${status}${said}`, {
    retryable: status >= 500 || status === 429 || status === 401,
    details: { place, status },
  });
}

function stackOf(stack: JsonObject): HeatStack {
  return {
    id: text(stack.id),
    name: text(stack.stack_name),
    status: text(stack.stack_status),
    reason: text(stack.stack_status_reason),
    tags: Array.isArray(stack.tags) ? stack.tags.map(String) : [],
    outputs: Array.isArray(stack.outputs) ? stack.outputs.filter(isObject) : [],
  };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
