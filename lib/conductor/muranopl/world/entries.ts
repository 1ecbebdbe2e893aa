import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { ENTRY_KEYS, isObjectEntry } from '@/lib/model/object-entry';
import type { ModelDocument } from '../serialization/document';

/** Where the environment's document keeps its object model as it was last written: `state.objects`. */
interface Kept {
  /** the environment as an object, with everything it holds */
  environment?: JsonObject;
  attributes?: Json[];
}

const ENVIRONMENT = 'io.murano.Environment';

/**
 * The object model to make true, of an environment's document: its objects as applications of an environment object,
 * beside what there was after the last deployment. Without objects there is none, and what there was goes.
 */
export function objectModelOf(model: EnvironmentModel): { Objects: Json; ObjectsCopy: Json; Attributes: Json } {
  const { environment, attributes = [] } = keptIn(model);
  const entries = model.services.filter(isObjectEntry);
  const asked: JsonObject = {
    ...environment,
    '?': { id: model.id, type: ENVIRONMENT, ...headerOf(environment) },
    name: model.name,
    applications: entries.map((entry) => objectOf(entry as JsonObject)),
  };
  return {
    Objects: entries.length === 0 ? null : asked,
    ObjectsCopy: environment ?? null,
    Attributes: attributes,
  };
}

/** A machine that objects have made. */
export interface MachineOfEntry {
  /** id of the entry that it belongs to */
  entryId: string;
  id: string;
  name: string;
  state: JsonObject;
}

/** An environment's document with its object model as it is now. */
export function withObjects(
  model: EnvironmentModel,
  written: ModelDocument,
  machines: readonly MachineOfEntry[],
): EnvironmentModel {
  const root = isObject(written.Objects) ? written.Objects : null;
  const applications = root && Array.isArray(root.applications) ? root.applications.filter(isObjectEntry) : [];
  const services = model.services.map((service): Service => {
    if (!isObjectEntry(service)) return service;
    const { id } = service['?'];
    const now = applications.find((object) => object['?'].id === id);
    return now ? entryOf(service as Service, now, machines) : (service as Service);
  });
  const { objects: _before, ...state } = model.state ?? {};
  const kept: Kept | null = isObject(written.ObjectsCopy)
    ? { environment: written.ObjectsCopy, attributes: written.Attributes as unknown as Json[] }
    : null;
  return { ...model, services, state: kept === null ? state : { ...state, objects: kept as JsonObject } };
}

function entryOf(service: Service, now: JsonObject, machines: readonly MachineOfEntry[]): Service {
  const own = Object.entries(service).filter(([key]) => isEnvelope(key));
  const units = machines
    .filter(({ entryId }) => isObjectEntry(now) && entryId === now['?'].id)
    .map(({ id, name, state }) => ({ id, name, state }));
  return { ...now, ...Object.fromEntries(own), name: service.name, units } as Service;
}

/** The object of an entry: without what Vetro keeps beside it. */
function objectOf(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !isEnvelope(key)));
}

function isEnvelope(key: string): boolean {
  return (ENTRY_KEYS as readonly string[]).includes(key);
}

function keptIn(model: EnvironmentModel): Kept {
  const objects = model.state?.objects;
  return isObject(objects) ? (objects as Kept) : {};
}

function headerOf(environment: JsonObject | undefined): JsonObject {
  const header = environment?.['?'];
  return isObject(header) ? header : {};
}
