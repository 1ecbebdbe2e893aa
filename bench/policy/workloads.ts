import { consult, decomposeSteps, FACT_TABLES, type Source } from '@/lib/conductor/policy';
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

/** What one environment costs: it is decomposed and all its rules are asked. */
export async function check(model: JsonObject): Promise<number> {
  const { facts, targets } = decomposeSteps(model, { tenant: 't', parentsOf });
  const murano: Source = {
    tables: FACT_TABLES,
    rows: facts.map(([table, ...row]) => [table, row] as const),
    reachable: { connected: targets },
  };
  const cloud: Source = {
    tables: { flavors: ['name', 'cores'] },
    rows: [
      ['flavors', ['small', 2n]],
      ['flavors', ['huge', 16n]],
    ],
  };
  const { verdicts, failures } = await consult({
    rules: [{ id: 'rules', text: RULES, parameters: [], modifies: false }],
    model,
    environment: (model['?'] as { id: string }).id,
    sourcesOf: () => ({ murano, cloud }),
    modify: async (same) => same,
    context: { now: '2026-11-23 10:00:00' },
  });
  if (failures.length > 0) throw failures[0]?.error;
  return verdicts.length;
}

/** Objects and relationships of a model. */
export function sizeOf(model: JsonObject): { objects: number; relationships: number } {
  const { facts } = decomposeSteps(model, { tenant: 't', parentsOf });
  const count = (wanted: string) => facts.filter(([table]) => table === wanted).length;
  return { objects: count('objects'), relationships: count('relationships') };
}
