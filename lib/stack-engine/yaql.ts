import { evaluateOnData, isYaqlError } from '@/lib/conductor/yaql';
import { badExpression } from '@/lib/formats/hot/scope';
import type { Json } from '@/lib/model/json';

/**
 * The function `yaql` of HOT: evaluates an expression, which finds the data as `$.data`.
 *
 * @throws `template_unresolvable` (invalid input) with what is wrong with the expression
 */
export function evaluateYaql(expression: string, data: Json): Json {
  try {
    return evaluateOnData(expression, data) as Json;
  } catch (error) {
    throw isYaqlError(error) ? badExpression(error.message) : error;
  }
}
