import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type JsonObject } from '@/lib/model/json';
import { runNow } from '../engine/drive';
import { Program } from '../engine/program';
import { ProgramExecution } from '../engine/program-execution';
import { writeResult } from '../serialization/document';
import { toJson } from '../serialization/json-value';
import type { Waiting } from '../types/waiting';
import { type ApplicationForms, unlessRefused } from './application-forms';
import { deterministicFrom } from './deterministic';
import type { ObjectsEngine } from './engine';
import { objectModelOf } from './entries';
import { keepsMachine } from './kept-machines';
import { pinTypes } from './pin-types';

/**
 * The objects of an environment as a run loads them before it calls anything: with the defaults of their classes, with
 * values as contracts take them and what `.init` sets before it asks the outside. Machines that a program keeps for its
 * run alone (`Usage: Runtime`) are among them, as the run makes them like any other.
 *
 * @returns the environment with its applications; as they were sent, or as their forms make them, where a run could not
 *   load them and would end at once; null without objects, and where a form makes nothing of its answers
 */
export function loadedObjects(
  engine: ObjectsEngine,
  model: EnvironmentModel,
  forms: ApplicationForms,
): JsonObject | null {
  const asked = unlessRefused(() => objectModelOf(model, forms));
  if (!isObject(asked?.Objects)) return null;
  const { Objects: objects, Attributes: attributes } = asked;
  const document = pinTypes({ Objects: objects, ObjectsCopy: null, Attributes: attributes }, engine.packages);
  const execution = new ProgramExecution(engine.engine, deterministicFrom(model.id));
  function* loaded(): Waiting {
    const program = new Program(execution);
    yield* program.load(document, { initsAreTried: true });
    return toJson(writeResult(execution, program.root, false, keepsMachine));
  }
  return unlessRefused(() => runNow(loaded()) as JsonObject) ?? objects;
}
