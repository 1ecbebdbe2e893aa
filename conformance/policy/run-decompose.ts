import { FactBase, isPolicyError } from '@vetro/datalog';
import { FACT_TABLES, ModelFacts } from '@/lib/conductor/policy';
import type { Json, JsonObject } from '@/lib/model/json';

interface DecomposeCase {
  id: string;
  tenant: string | null;
  /** each class with what it extends; null where no classes are known */
  classes: Record<string, string[]> | null;
  model: Json;
}

/** Runs one case of the suite: the facts that a model is told as, in the tables that rules ask. */
export async function runDecomposeCase(input: JsonObject): Promise<JsonObject> {
  const { id, tenant, classes, model } = input as unknown as DecomposeCase;
  try {
    const base = new FactBase({ murano: { tables: FACT_TABLES, reachable: { connected: 'relationships' } } });
    base.load('murano', new ModelFacts().read(model, { tenant, parentsOf: (type) => classes?.[type] ?? [] }));
    const world = base.policies();
    const rows = Object.keys(FACT_TABLES).flatMap((table) => {
      const facts = world.facts({ policy: 'murano', of: null, table, modal: null });
      return [...(facts?.rows() ?? [])].map((row) => [table, ...row.map(String)]);
    });
    return { id, rules: rows };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { id, error: error.kind, message: error.message };
  }
}
