import { errors, type VetroError } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';
import { visibleEnvironment } from '../access/visible';
import type { Context, UseCaseCall } from '../context';
import { renameEnvironment } from '../environments/rename';
import { addingTo } from '../services/add';
import { changing } from '../services/change';
import { type Edit, type EditAddress, editDraft, withServices } from '../services/edit';
import type { ServiceContext } from '../services/prepare';
import { removing } from '../services/remove';
import { nothingAtError, traverse } from '../services/traverse';
import { readModel } from './read';

/** One change of a JSON Patch. */
export interface ModelChange {
  op: 'add' | 'replace' | 'remove';
  /** a JSON Pointer into the model */
  path: string;
  value?: Json | undefined;
}

/** What Murano has in its model and Vetro decides when an environment is made: taken, where it changes nothing. */
const DECIDED = ['region', 'defaultNetworks'];

/**
 * Changes the object model of a draft by a JSON Patch, all changes or none. The name is the environment's, and changes at
 * once.
 *
 * @returns the model as a GET would show it
 * @throws as `editDraft`; invalid_input with every bad field; not_found `service_not_found`; forbidden
 *   `patch_not_allowed` for what no patch may change, as Murano answers
 */
export async function patchModel({
  ctx,
  input,
}: UseCaseCall<EditAddress & { changes: readonly ModelChange[] }>): Promise<Json> {
  const { environmentId, sessionId, changes } = input;
  const read = changes.map((change) => ({ ...change, parts: partsOf(change.path) }));
  const ofServices = read.filter(({ parts }) => parts[0] === 'services');
  const names = read.filter(({ parts: [first, ...rest] }) => first === 'name' && rest.length === 0);
  const stranger = read.find(
    (change) => !ofServices.includes(change) && !names.includes(change) && !DECIDED.includes(change.parts[0] ?? ''),
  );
  if (stranger) throw notAllowed(`"${stranger.path}" of a model cannot be changed.`);
  await refuseOtherPlace(ctx, environmentId, read);
  const name = names.map(({ op, value }) => nameIn(op, value)).at(-1);
  await editDraft(ctx, input, async (context): Promise<Edit<null>> => {
    let at = context;
    for (const { op, parts, value } of ofServices) {
      const { services } = await editOf(op, parts.slice(1), value, at);
      at = withServices(at, services);
    }
    return {
      services: at.model.services,
      result: null,
      text: 'changed the model',
      audit: { action: 'service.replace_all', targetId: context.model.id },
    };
  });
  if (name !== undefined) await renameEnvironment({ ctx, input: { environmentId, name } });
  return readModel({ ctx, input: { environmentId, sessionId, path: [] } });
}

/** An environment stays on the network and in the region that it was made with: its machines are there. */
async function refuseOtherPlace(
  ctx: Context,
  environmentId: string,
  changes: readonly (ModelChange & { parts: string[] })[],
): Promise<void> {
  const networks = changes
    .filter(({ parts }) => parts[0] === 'defaultNetworks')
    .flatMap(({ value }) => networksIn(value));
  const regions = changes.filter(({ parts }) => parts[0] === 'region').map(({ value }) => value ?? null);
  if (networks.length + regions.length === 0) return;
  const { network, region } = (await visibleEnvironment(ctx, environmentId)).model;
  if (!networks.every((name) => name === network?.id || name === network?.name)) {
    throw notAllowed(
      'An environment stays on the network that it was made with. Make another one on the other network.',
    );
  }
  // where there is one region, any name means that
  const isOther = region !== undefined && regions.some((name) => name !== region);
  if (isOther) {
    throw notAllowed('An environment stays in the region that it was made in. Make another one in the other region.');
  }
}

/** The networks that a value of `defaultNetworks`, or of something in it, names. */
function networksIn(value: Json | undefined): string[] {
  if (!isObject(value)) return [];
  const { internalNetworkName: name } = value;
  return [...(typeof name === 'string' ? [name] : []), ...Object.values(value).flatMap(networksIn)];
}

async function editOf(
  op: ModelChange['op'],
  path: string[],
  value: Json | undefined,
  context: ServiceContext,
): Promise<Edit<unknown>> {
  const services = context.model.services as Json;
  if (op === 'remove') return removing(path, context);
  if (value === undefined) {
    const sentence = `"${op}" needs a value.`;
    throw errors.invalidInput(sentence, [{ path: 'value', code: 'required', sentence }]);
  }
  const holder = traverse(services, path.slice(0, -1));
  if (holder === undefined || (op === 'replace' && traverse(services, path) === undefined)) throw nothingAtError(path);
  // a list takes something more at its end, wherever a patch wants it: the order of services and units means nothing
  const adds = op === 'add' && Array.isArray(holder) && path.length > 0;
  if (adds) return addingTo(path.slice(0, -1), value, context);
  return changing(path, value, context);
}

function nameIn(op: ModelChange['op'], value: Json | undefined): string {
  if (op === 'replace' && typeof value === 'string') return value;
  throw notAllowed('"/name" can only be replaced, by a text.');
}

function notAllowed(sentence: string): VetroError {
  return errors.forbidden('patch_not_allowed', sentence);
}

/** The parts of a JSON Pointer. */
function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(pointer.startsWith('/') ? 1 : 0)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
