import { changeTemplateRow } from '@/lib/db/templates';
import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { sizeProblems } from '@/lib/model/size-rules';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateDetailView } from '@/lib/model/templates/views';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { environmentName } from '../environments/name';
import { refuseProblems } from '../services/edit';
import { nothingAtError, traverse, withValueAt } from '../services/traverse';
import { templateNameTaken } from './create';
import { getTemplate, ownTemplate, templateNotFound } from './find';
import { plannedServices } from './planned-services';

/** A place in the services of a template: none of a path is all of them. */
export interface TemplatePath {
  templateId: string;
  path: string[];
}

/**
 * Gives a template another name.
 *
 * @throws as `ownTemplate`; invalid_input with field `name`; conflict `template_name_taken`
 */
export async function renameTemplate({
  ctx,
  input,
}: UseCaseCall<{ templateId: string; name: string }>): Promise<TemplateDetailView> {
  const name = environmentName(input.name);
  return changed(ctx, input.templateId, (row) => ({ ...row, name }), { name });
}

/**
 * The services of a template, or a value below them.
 *
 * @throws forbidden `role_too_low`; not_found `template_not_found`, `service_not_found`
 */
export async function readTemplateServices({ ctx, input }: UseCaseCall<TemplatePath>): Promise<Json> {
  requireRole(ctx, 'reader');
  const { services } = await getTemplate({ ctx, input });
  const found = traverse(services as Json, input.path);
  if (found === undefined) throw nothingAtError(input.path);
  return found;
}

/**
 * Adds a service, or several, to a template, or an element to a list below one.
 *
 * @returns what was added, as a GET would show it
 * @throws as `ownTemplate`; not_found `service_not_found`; invalid_input
 */
export async function addToTemplate({ ctx, input }: UseCaseCall<TemplatePath & { body: Json }>): Promise<Json> {
  const { path, body } = input;
  const sent = Array.isArray(body) ? body : [body];
  const place = { index: 0 };
  const view = await edited(ctx, input, (services) => {
    const list = traverse(services, path);
    if (list === undefined) throw nothingAtError(path);
    if (!Array.isArray(list)) {
      const sentence = 'This is not a list.';
      throw errors.invalidInput(sentence, [{ path: path.join('.'), code: 'not_a_list', sentence }]);
    }
    place.index = list.length;
    return withValueAt(services, path, [...list, ...sent]);
  });
  const list = traverse(view.services as Json, path);
  const added = Array.isArray(list) ? list.slice(place.index) : [];
  return Array.isArray(body) ? added : (added[0] ?? null);
}

/**
 * Puts a value in the place of what a template has there: all services, one, or anything below.
 *
 * @returns the value, as a GET would show it
 * @throws as `ownTemplate`; not_found `service_not_found`; invalid_input
 */
export async function setInTemplate({ ctx, input }: UseCaseCall<TemplatePath & { body: Json }>): Promise<Json> {
  const { path, body } = input;
  const view = await edited(ctx, input, (services) => {
    const before = traverse(services, path.slice(0, 1));
    // a service that is sent whole stays the one that it is
    const kept = path.length === 1 && isObject(before ?? null) && isObject(body);
    return withValueAt(services, path, kept ? { ...body, id: (before as JsonObject).id ?? null } : body);
  });
  return traverse(view.services as Json, path) ?? null;
}

/**
 * Removes from a template: all services, one, or anything below.
 *
 * @throws as `ownTemplate`; not_found `service_not_found`
 */
export async function removeFromTemplate({ ctx, input }: UseCaseCall<TemplatePath>): Promise<void> {
  const { path } = input;
  await edited(ctx, input, (services) => (path.length === 0 ? [] : withValueAt(services, path, undefined)));
}

async function edited(
  ctx: Context,
  { templateId, path }: TemplatePath,
  edit: (services: Json) => Json | undefined,
): Promise<TemplateDetailView> {
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  return changed(
    ctx,
    templateId,
    ({ name, blueprint }) => {
      const services = edit(blueprint.services);
      if (services === undefined) throw nothingAtError(path);
      if (!Array.isArray(services)) {
        const sentence = 'This must be a list of services.';
        throw errors.invalidInput(sentence, [{ path: '', code: 'not_a_list', sentence }]);
      }
      refuseProblems(sizeProblems(services, blueprint.services));
      const planned: Blueprint = { ...blueprint, services: plannedServices(services, types) };
      return { name, blueprint: planned };
    },
    { path: path.join('/') },
  );
}

async function changed(
  ctx: Context,
  templateId: string,
  change: Parameters<typeof changeTemplateRow>[2],
  details: { name: string } | { path: string },
): Promise<TemplateDetailView> {
  const { id, tenantId, name: before } = await ownTemplate(ctx, templateId);
  const audit = auditOf(ctx, 'template.change', 'template', id, { name: before, ...details });
  const outcome = await changeTemplateRow(ctx.db, { tenantId, templateId: id }, change, audit);
  if (outcome === null) throw templateNotFound();
  if (outcome === 'taken') throw templateNameTaken('name' in details ? details.name : before);
  return getTemplate({ ctx, input: { templateId: id } });
}
