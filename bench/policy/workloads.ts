import { FactBase } from '@vetro/datalog';
import { DerivedRules, evaluateRuleSets, FACT_TABLES, ModelFacts } from '@/lib/conductor/policy';
import type { Json, JsonObject } from '@/lib/model/json';

/** What the benchmark of policies measures, bundled by `bench/policy.mjs`. */

/** Services of one environment, and machines of each: 10,000 objects with the environment. */
const SERVICES = 1000;
const MACHINES = 9;
/** Others of its service that each machine names, beside being one of its machines. */
const PEERS = 5;

/** An environment of 10,000 objects between which there are 50,000 relationships. */
export function largeModel(changed: string | null = null, services = SERVICES): JsonObject {
  const applications = Array.from({ length: services }, (_, service): Json => {
    const ids = Array.from({ length: MACHINES }, (__, at) => `m${service}x${at}`);
    const units = ids.map((id, at): [string, Json] => [
      id,
      {
        '?': { id, type: 'bench.Machine' },
        name: `machine-${service}-${at}`,
        flavor: id === changed ? 'huge' : 'small',
        peers: Array.from({ length: PEERS }, (__, peer) => ids[(at + peer + 1) % MACHINES] as string),
      },
    ]);
    return {
      '?': { id: `s${service}`, type: 'bench.Farm' },
      name: `service-${service}`,
      domain: `s${Math.max(0, service - 1 - (service % 10))}`,
      units: Object.fromEntries(units),
    };
  });
  return { '?': { id: 'e', type: 'io.murano.Environment' }, name: 'large', applications };
}

const RULES = `
  vm(m, f) :- murano:parent_types(m, "io.murano.resources.Instance"), murano:properties(m, "flavor", f)
  big(m) :- vm(m, f), cloud:flavors(f, cores), gt(cores, 8)
  predeploy_errors(e, m, sentence) :- murano:connected(e, m), murano:states(e, s), big(m), murano:properties(m, "name", n),
    concat(n, " is too large", sentence)
  named(s) :- murano:parent_types(s, "io.murano.Application"), murano:properties(s, "name", n), gteq(n, "service-"),
    lt(n, "service.")
  predeploy_warnings(e, s, "is not named as it should be") :- murano:relationships(e, s, "services"), not named(s)
`;

const parentsOf = (type: string): readonly string[] =>
  ({ 'bench.Machine': ['io.murano.resources.Instance'], 'bench.Farm': ['io.murano.Application'] })[type] ?? [];

/** An environment that is checked again and again, as whoever checks a draft keeps it. */
export class Checked {
  private readonly model = new ModelFacts();
  private readonly derived = new DerivedRules();
  private readonly facts = new FactBase({
    murano: { tables: FACT_TABLES, reachable: { connected: 'relationships' } },
    cloud: { tables: { flavors: ['name', 'cores'] } },
  });

  /** Decomposes a model and asks all rules about it. @returns how much they say */
  async check(model: JsonObject): Promise<number> {
    const { verdicts, failures } = await evaluateRuleSets({
      rules: [{ id: 'rules', text: RULES, parameters: [], modifies: false }],
      model,
      environment: (model['?'] as { id: string }).id,
      facts: this.facts,
      load: (one) => {
        this.facts.load('murano', this.model.read(one, { tenant: 't', parentsOf }));
        this.facts.replace('cloud', 'flavors', [
          ['small', 2n],
          ['huge', 16n],
        ]);
      },
      modify: async (same) => same,
      context: { now: '2026-11-23 10:00:00' },
      derived: this.derived,
    });
    if (failures.length > 0) throw failures[0]?.error;
    return verdicts.length;
  }
}

/** What one environment costs that nobody asked about before. */
export const check = (model: JsonObject): Promise<number> => new Checked().check(model);

/** Objects and relationships of a model. */
export function sizeOf(model: JsonObject): { objects: number; relationships: number } {
  const facts = new ModelFacts();
  facts.read(model, { tenant: 't', parentsOf });
  return { objects: [...facts.rows('objects')].length, relationships: [...facts.rows('relationships')].length };
}
