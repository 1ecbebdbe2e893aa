import { byTable, FactBase, type SourceColumns, type SourceOptions } from '@vetro/datalog';
import { DerivedRules, FACT_TABLES, ModelFacts } from '@/lib/conductor/policy';
import type { EnvironmentModel } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { PolicyQuestion } from '@/lib/ports/policies';
import type { Classes } from './classes';
import { type DescribedType, environmentFacts } from './environment-objects';
import { contextRows, NUMBERS, SOURCE_TABLES, WORDS } from './sources';
import { withStackServers } from './template-servers';
import { Totals } from './totals';

const MODEL: SourceOptions & SourceColumns = {
  tables: FACT_TABLES,
  reachable: { connected: 'relationships' },
  words: WORDS.model,
};

/** Every source that rules may ask. */
export const SOURCES: Readonly<Record<string, SourceOptions & SourceColumns>> = {
  ...Object.fromEntries(
    Object.entries(SOURCE_TABLES).map(([name, tables]) => [name, { tables, numbers: NUMBERS, words: WORDS[name] }]),
  ),
  murano: MODEL,
  deployed: MODEL,
};

/**
 * Everything that rules may ask for about one environment, with what they derived of it. It can be kept: of the next
 * question about the environment only what is different is looked at.
 */
export class QuestionFacts {
  readonly facts = new FactBase(SOURCES);
  readonly derived = new DerivedRules();
  private readonly asked = new ModelFacts();
  private readonly deployed = new ModelFacts();
  private readonly totals = new Totals();

  /** How many rows are kept. */
  get size(): number {
    return this.facts.size + this.derived.size;
  }

  /**
   * Puts a question in the place of the one before.
   *
   * @param model the document of the question, perhaps with changes that rules asked for
   * @throws PolicyError where a document cannot be told as relations; this is of no use any more then
   */
  load(
    model: EnvironmentModel,
    { types, context, deployed, stack }: PolicyQuestion,
    described: ReadonlyMap<string, DescribedType>,
    classes: Classes,
  ): void {
    const parentsOf = (type: string) => described.get(type)?.parents ?? classes.ancestorsOf(type);
    const modelContext = { tenant: context.tenant.id, parentsOf };
    const load = classes.loaderFor(context.tenant.id);
    const object = environmentFacts(model, types, load);
    const withServers = stack ? withStackServers(object, hostsOf(model), stack, context.tenant.id) : object;
    const now = this.asked.read(withServers, modelContext);
    const before = this.deployed.read(deployed && environmentFacts(deployed, types, load), modelContext);
    const { resources, members } = this.totals.read(now, before, context.offer);
    this.facts.load('murano', now);
    this.facts.load('deployed', before);
    this.facts.replace('totals', 'resources', resources);
    if (members) this.facts.change('totals', 'members', members);
    for (const [source, rows] of Object.entries(contextRows(context))) {
      for (const [table, all] of byTable(SOURCES[source]?.tables ?? {}, rows)) this.facts.replace(source, table, all);
    }
  }
}

/** What machines of services in Vetro's own format are called in their stack, by the ids of their units. */
function hostsOf({ services }: EnvironmentModel): ReadonlyMap<string, string> {
  return new Map(services.flatMap(({ units }) => units.map((unit) => [unit.id, hostOf(unit)] as const)));
}
