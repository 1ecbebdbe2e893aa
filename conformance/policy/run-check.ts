import { createHash } from 'node:crypto';
import {
  drive,
  errorName,
  LANGUAGE_NATIVES,
  MuranoEngine,
  MuranoPackage,
  PackageRegistry,
  Program,
  ProgramExecution,
} from '@/lib/conductor/muranopl';
import { performer, RecordedWorld, WORLD_NATIVES } from '@/lib/conductor/muranopl/world';
import {
  enforce,
  isPolicyError,
  MODEL_POLICY,
  type ModelTypes,
  Policies,
  type Row,
  RULES_POLICY,
} from '@/lib/conductor/policy';
import type { Json, JsonObject } from '@/lib/model/json';
import { coreLibrary, READER } from '../muranopl/core-library';

type Rows = Record<string, (string | number)[][]>;

interface CheckCase {
  id: string;
  tenant: string;
  rules: string[];
  sources: Record<string, { schema: Record<string, string[]>; rows: Rows }>;
  /** what is known of deployed environments */
  prior: Rows | null;
  model: Json;
  classesYaml: string;
}

/** Runs one case of the suite: what the rules change, and what they say of the changed model. */
export async function runCheckCase(input: JsonObject): Promise<JsonObject> {
  const { id, tenant, rules, sources, prior, model, classesYaml } = input as unknown as CheckCase;
  const policies = new Policies();
  for (const [name, { schema, rows }] of Object.entries(sources)) {
    policies.create(name, { kind: 'source', tables: schema });
    addAll(policies, name, rows);
  }
  policies.create(MODEL_POLICY, { kind: 'source' });
  addAll(policies, MODEL_POLICY, prior ?? {});
  policies.create(RULES_POLICY, { kind: 'rules' });
  for (const rule of rules) policies.insert(RULES_POLICY, rule);
  const types = new MuranoTypes(classesYaml);
  const asked: string[] = [];
  try {
    const verdicts = await enforce({
      policies,
      model,
      modelContext: { tenant, parentsOf: (type) => types.parentsOf(type) },
      types,
      context: { now: '2026-11-22 10:00:00' },
      onModification: (text) => asked.push(text),
    });
    const messages = [...new Set(verdicts.errors.map(({ message }) => message))];
    const failed = messages.length > 0 ? 'validate' : null;
    return { id, actions: asked, messages, failed, deploy: failed === null, modelAfter: verdicts.model };
  } catch (error) {
    if (!isPolicyError(error) && errorName(error) === 'Error') throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { id, actions: asked, failed: 'modify', deploy: false, message };
  }
}

/** Numbers of cases are whole. */
function addAll(policies: Policies, name: string, rows: Rows): void {
  for (const [table, all] of Object.entries(rows))
    policies.addRows(
      name,
      table,
      all.map((row): Row => row.map((value) => (typeof value === 'number' ? BigInt(value) : value))),
    );
}

/** The classes of a case, asked as the engine knows them. */
class MuranoTypes implements ModelTypes {
  private readonly engine: MuranoEngine;
  private made = 0;

  constructor(classes: string) {
    const core = coreLibrary('1.0');
    const object = [...core.parts.classFiles].filter(([file]) => /(^|\/)Object\.yaml$/.test(file));
    const parts = { ...core.parts, classFiles: new Map([...object, ['classes.yaml', classes]]) };
    const { classNames: _, ...unnamed } = parts;
    this.engine = new MuranoEngine({
      finder: new PackageRegistry([new MuranoPackage(unnamed, READER)]),
      natives: [...LANGUAGE_NATIVES, ...WORLD_NATIVES],
    });
  }

  parentsOf(type: string): string[] {
    return this.engine.classes.find(type, undefined).parents.map(({ name }) => name);
  }

  hasProperty(type: string, property: string): boolean {
    return this.engine.classes.find(type, undefined).property(property) !== undefined;
  }

  newId(): string {
    return createHash('md5')
      .update(`${this.made++}`)
      .digest('hex');
  }

  async conform(model: Json): Promise<Json> {
    const execution = new ProgramExecution(this.engine, {
      newId: () => this.newId(),
      clock: { now: () => Date.UTC(2026, 10, 22, 10), localOffset: () => 0 },
      chance: { next: () => 0.5 },
    });
    const program = new Program(execution);
    const identity = { project: { id: '', name: '' }, user: { id: '', name: '' } };
    const perform = performer({ effects: new RecordedWorld().effects, planTimeoutMs: 1000, identity });
    await drive(program.load({ Objects: model as never }), perform);
    const { Objects } = (await drive(program.serialize(), perform)) as { Objects: Json };
    return Objects;
  }
}
