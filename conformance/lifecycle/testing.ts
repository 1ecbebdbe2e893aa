import type { JsonObject } from '@/lib/model/json';
import { type Named, Reference } from './reference';
import { runLifecycleCase } from './run-lifecycle';
import type { Answers, NodeSpec, Scenario } from './scenario';

type ScenarioInput = Pick<Scenario, 'topology'> & Partial<Scenario>;

interface Invocation extends Named {
  name: string;
  start: number;
  end: number;
  outcome: string | null;
  inputs: JsonObject;
}

/** What came of a scenario. */
export class ScenarioResult {
  constructor(private readonly result: JsonObject) {
    if (result.failure) throw new Error(String(result.failure));
  }

  /** Everything that was called, in the order in which it began: `web.lifecycle.create`, `db->web.establish@source`. */
  get calls(): string[] {
    return this.trace.map(({ name }) => name);
  }

  get states(): JsonObject {
    return Object.fromEntries(
      Object.entries(this.result.finalStates as JsonObject).map(([name, state]) => [short(name), state]),
    );
  }

  get status(): string {
    return String(this.execution.status);
  }

  get statuses(): string[] {
    return this.execution.statuses as string[];
  }

  get error(): string {
    return String((this.execution.error as JsonObject | undefined)?.message ?? '');
  }

  /** The operations that the error names. */
  get failed(): string[] {
    const operations = ((this.execution.error as JsonObject | undefined)?.operations ?? []) as JsonObject[];
    return operations.map((one) => nameOf(named(one)));
  }

  get events(): string[] {
    return this.result.events as string[];
  }

  get(key: string): unknown {
    return this.result[key];
  }

  /** Whether every invocation of one ended before any of the other began; both were called. */
  isBefore(one: string, other: string): boolean {
    const [first, second] = [this.of(one), this.of(other)];
    if (first.length === 0 || second.length === 0) throw new Error(`Not called: ${first.length === 0 ? one : other}`);
    return Math.max(...first.map(({ end }) => end)) < Math.min(...second.map(({ start }) => start));
  }

  /** Whether an invocation of one and one of the other ran at the same time. */
  overlap(one: string, other: string): boolean {
    return this.of(one).some((a) => this.of(other).some((b) => a !== b && a.start < b.end && b.start < a.end));
  }

  inputs(reference: string): JsonObject | undefined {
    return this.of(reference)[0]?.inputs;
  }

  private get execution(): JsonObject {
    return this.result.execution as JsonObject;
  }

  private get trace(): Invocation[] {
    return (this.result.trace as JsonObject[]).map((entry) => ({
      ...named(entry),
      name: nameOf(named(entry)),
      start: Number(entry.start),
      end: entry.end === null ? Number.POSITIVE_INFINITY : Number(entry.end),
      outcome: entry.outcome as string | null,
      inputs: (entry.inputs ?? {}) as JsonObject,
    }));
  }

  private of(text: string): Invocation[] {
    const reference = new Reference(text);
    return this.trace.filter((one) => reference.covers(one));
  }
}

/** Plays a scenario with one seed. */
export async function play(given: ScenarioInput, seed = 1): Promise<ScenarioResult> {
  const scenario: Scenario = { id: 'test', run: 1, seed, workflow: 'install', params: {}, ...given };
  return new ScenarioResult(await runLifecycleCase(JSON.parse(JSON.stringify(scenario)) as JsonObject));
}

/** Plays it with several seeds: what is so must be so with every one. */
export function playOften(given: ScenarioInput, times = 6): Promise<ScenarioResult[]> {
  return Promise.all(Array.from({ length: times }, (_, at) => play(given, at * 7919 + 1)));
}

/** A node that implements operations; a text lists those that pass. */
export function node(id: string, operations: Answers | string = {}, more: Partial<NodeSpec> = {}): NodeSpec {
  const answers =
    typeof operations === 'string'
      ? Object.fromEntries(
          operations.split(' ').map((name) => [name.includes('.') ? name : `lifecycle.${name}`, 'pass']),
        )
      : operations;
  return { id, operations: answers, ...more };
}

/** That a node is contained in, or connected to, another. */
export function relation(
  type: 'contained_in' | 'connected_to' | 'depends_on' | 'depends_on_lifecycle_operation',
  target: string,
  sourceOps: Answers = {},
  more: { targetOps?: Answers; properties?: JsonObject } = {},
) {
  return { type, target, sourceOps, ...more };
}

/** All operations of a side of a relationship. */
export const LINKED: Answers = { 'relationship_lifecycle.*': 'pass' };

function named(entry: JsonObject): Named {
  const { op, instance, source, target, side } = entry as Record<string, string>;
  return instance !== undefined
    ? { op: String(op), ends: [instance] }
    : { op: String(op), ends: [String(source), String(target)], side };
}

/** The first instance of a node has no number. */
const short = (name: string) => name.replace(/#1$/, '');

function nameOf({ op, ends, side }: Named): string {
  const where = side === undefined ? '' : `@${side}`;
  const what = op.replace(/^relationship_lifecycle\./, '').replace(/^lifecycle\./, '');
  return `${ends.map(short).join('->')}.${what}${where}`;
}
