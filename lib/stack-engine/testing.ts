import { inspectTemplate } from '@/lib/formats/hot/parse';
import type { ResourceDecision } from '@/lib/formats/hot/plan';
import type { Template } from '@/lib/formats/hot/template';
import type { EngineHost, EngineResource } from './host';
import type { StackAction } from './stack-action';

/** A resource that lives in memory; `text` is what it was made from. */
export interface MemoryResource extends EngineResource {
  text: string;
}

/** A resource that is there and complete. */
export function resource(name: string, more: Partial<MemoryResource> = {}): MemoryResource {
  return {
    ...{ id: name, name, type: 'OS::Heat::Value', action: 'CREATE', status: 'COMPLETE', reason: '' },
    ...{ requires: [], replaced: false, text: '' },
    ...more,
  };
}

/** A template of values, each with a text and those that it needs. */
export function templateOf(resources: Record<string, { text?: string; needs?: string[] }>): Template {
  return inspectTemplate({
    heat_template_version: '2021-04-16',
    resources: Object.fromEntries(
      Object.entries(resources).map(([name, { text = '', needs = [] }]) => [
        name,
        { type: 'OS::Heat::Value', properties: { value: text }, depends_on: needs },
      ]),
    ),
  }).template as Template;
}

/** What a host does otherwise than at once and with success. */
export interface HostScript {
  /** names of resources whose changes stay in progress until they are released */
  held?: readonly string[];
  /** names of resources whose changes fail */
  failing?: readonly string[];
  /** what a resource of another text becomes */
  changed?: Extract<ResourceDecision['change'], 'inPlace' | 'replace'>;
}

/** A host in memory that notes what it is asked for; what is held comes to rest when the test says so. */
export class MemoryHost implements EngineHost<MemoryResource> {
  /** `create a`, `update a`, `delete a`, `suspend a`, in order; `… done` when it has come to rest */
  readonly events: string[] = [];
  readonly held: Set<string>;
  private readonly waiting = new Map<string, () => void>();

  constructor(private readonly script: HostScript = {}) {
    this.held = new Set(script.held);
  }

  /** Lets what is held of a resource come to rest. */
  release(name: string): void {
    this.held.delete(name);
    this.waiting.get(name)?.();
  }

  scope() {
    return { parameter: () => null, resource: (name: string) => name, attribute: () => undefined };
  }

  async decide(
    _name: string,
    row: MemoryResource | null,
    { properties }: { properties: { value?: unknown } },
  ): Promise<ResourceDecision> {
    if (row === null) return { change: 'create', properties: [] };
    const { changed = 'inPlace' } = this.script;
    return row.text === properties.value
      ? { change: 'unchanged', properties: [] }
      : { change: changed, properties: ['value'] };
  }

  async create(
    name: string,
    { properties }: { properties: { value?: unknown } },
    requires: string[],
    instead: MemoryResource | null,
  ): Promise<MemoryResource> {
    if (instead) instead.replaced = true;
    const id = instead ? `${name} anew` : name;
    return this.begin(resource(name, { id, requires, text: String(properties.value) }), 'CREATE');
  }

  async update(
    row: MemoryResource,
    { properties }: { properties: { value?: unknown } },
    requires: string[],
  ): Promise<MemoryResource> {
    return this.begin({ ...row, requires, text: String(properties.value) }, 'UPDATE');
  }

  async act(row: MemoryResource, action: StackAction): Promise<MemoryResource> {
    return this.begin(row, action);
  }

  async settled(row: MemoryResource, signal: AbortSignal): Promise<MemoryResource | null> {
    if (row.status !== 'IN_PROGRESS') return row;
    await new Promise<void>((resolve) => {
      if (signal.aborted || !this.held.has(row.name)) return resolve();
      this.waiting.set(row.name, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (this.held.has(row.name)) return null;
    const isFailed = this.script.failing?.includes(row.name);
    this.events.push(`${row.action.toLowerCase()} ${row.id} ${isFailed ? 'failed' : 'done'}`);
    return { ...row, status: isFailed ? 'FAILED' : 'COMPLETE', reason: isFailed ? `${row.name} is broken` : '' };
  }

  async remove(row: MemoryResource, signal: AbortSignal): Promise<MemoryResource | null> {
    const settled = await this.settled(this.begin(row, 'DELETE'), signal);
    return settled?.status === 'COMPLETE' ? null : (settled ?? row);
  }

  private begin(row: MemoryResource, action: string): MemoryResource {
    this.events.push(`${action.toLowerCase()} ${row.id}`);
    return { ...row, action, status: 'IN_PROGRESS' };
  }
}

/** Resolves when everything that needs no answer from outside has been done. */
export function idle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What a promise has come to without an answer from outside; null where it waits for one. */
export function now<T>(promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, idle().then(() => null)]);
}
