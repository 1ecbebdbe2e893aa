import { decompose, isPolicyError } from '@/lib/conductor/policy';
import type { Json, JsonObject } from '@/lib/model/json';

interface DecomposeCase {
  id: string;
  tenant: string | null;
  /** each class with what it extends; null where no classes are known */
  classes: Record<string, string[]> | null;
  model: Json;
}

/** Runs one case of the suite: the facts that a model is told as. */
export async function runDecomposeCase(input: JsonObject): Promise<JsonObject> {
  const { id, tenant, classes, model } = input as unknown as DecomposeCase;
  try {
    const facts = decompose(model, { tenant, parentsOf: (type) => classes?.[type] ?? [] });
    return { id, rules: facts.map((fact) => [...fact]) };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { id, error: error.kind, message: error.message };
  }
}
