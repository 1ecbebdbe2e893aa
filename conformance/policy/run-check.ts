import { createHash } from 'node:crypto';
import { FactBase, isPolicyError, type Row } from '@vetro/datalog';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import {
  errorName,
  LANGUAGE_NATIVES,
  MuranoEngine,
  MuranoPackage,
  PackageRegistry,
  Program,
  ProgramExecution,
} from '@/lib/conductor/muranopl';
import { drive, RecordedWorld, WORLD_NATIVES } from '@/lib/conductor/muranopl/world';
import { applyModification, evaluateRuleSets, FACT_TABLES, ModelFacts, type ModelTypes } from '@/lib/conductor/policy';
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
  const facts = new FactBase({
    murano: { tables: FACT_TABLES, reachable: { connected: 'relationships' } },
    ...Object.fromEntries(Object.entries(sources).map(([name, { schema }]) => [name, { tables: schema }])),
  });
  for (const [name, { rows }] of Object.entries(sources))
    for (const [table, all] of Object.entries(rows)) facts.replace(name, table, all.map(wholeNumbers));
  for (const [table, rows] of Object.entries(ofOthers(prior ?? {}, environmentOf(model))))
    facts.replace('murano', table, rows);
  const known = new ModelFacts();
  const types = new MuranoTypes(classesYaml);
  const actions: string[] = [];
  const { verdicts, failures, ...changed } = await evaluateRuleSets<Json>({
    rules: [{ id, text: rules.join('\n'), parameters: [], modifies: true }],
    model,
    environment: environmentOf(model),
    facts,
    load: (current) =>
      facts.load('murano', known.read(current, { tenant, parentsOf: (type) => types.parentsOf(type) })),
    modify: (current, text) => {
      actions.push(text);
      return applyModification(current, text, types);
    },
    context: { now: '2026-11-22 10:00:00' },
  });
  const [failure] = failures;
  if (failure !== undefined) {
    const { error } = failure;
    if (!isPolicyError(error) && errorName(error) === 'Error') throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { id, actions, failed: 'modify', deploy: false, message };
  }
  const errors = verdicts.filter(({ kind }) => kind === 'error');
  const messages = [...new Set(errors.map(({ message }) => message))];
  const failed = messages.length > 0 ? 'validate' : null;
  return { id, actions, messages, failed, deploy: failed === null, modelAfter: changed.model };
}

/** What is known of other environments: the model takes the place of what is known of its own. What connects follows. */
function ofOthers({ connected: _, ...tables }: Rows, environment: string): Record<string, Row[]> {
  const own = new Set([environment]);
  // whoever holds an object comes before it
  for (const [id, owner] of tables.objects ?? []) if (own.has(`${owner}`)) own.add(`${id}`);
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [table, rows.filter(([id]) => !own.has(`${id}`)).map(wholeNumbers)]),
  );
}

/** Numbers of cases are whole. */
function wholeNumbers(row: readonly (string | number)[]): Row {
  return row.map((value) => (typeof value === 'number' ? BigInt(value) : value));
}

function environmentOf(model: Json): string {
  const { '?': header } = (model ?? {}) as { '?'?: { id?: string } };
  return `${header?.id}`;
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
    const { effects } = new RecordedWorld();
    const world = { effects, planTimeoutMs: 1000, identity, time: new ProcessorTime() };
    await drive(program.load({ Objects: model as never }), world);
    const end = await drive(program.serialize(), world);
    if (end.left) throw new Error('The model was left where it stood.');
    return (end.value as { Objects: Json }).Objects;
  }
}
