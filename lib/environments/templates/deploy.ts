import { errors } from '@/lib/errors';
import type { MadeEnvironment } from '@/lib/model/templates/views';
import { requireRole, type UseCaseCall } from '../context';
import { chooseRegion } from '../environments/choose-region';
import { environmentName } from '../environments/name';
import { createFromModel } from './create-from-model';
import { blueprintIn, findTemplate } from './find';
import { instantiateBlueprint, refuseUnfit } from './instantiate-blueprint';

/**
 * Makes an environment from a template and, unless it shall stay a draft, deploys it. Passwords that the template
 * leaves open are made; they are in the answer and nowhere else in clear.
 *
 * @throws forbidden `role_too_low`; not_found `template_not_found`; invalid_input `blueprint_unfit` with every
 *   problem by its path, or with field `name` or `region`; state_forbids `template_empty`; conflict `environment_name_taken`
 */
export async function deployTemplate({
  ctx,
  input,
}: UseCaseCall<{
  templateId: string;
  name: string;
  parameters: Record<string, string>;
  secrets: Record<string, string>;
  deploy: boolean;
  region?: string | null | undefined;
}>): Promise<MadeEnvironment> {
  requireRole(ctx, 'member');
  const { templateId, parameters, secrets, deploy } = input;
  const name = environmentName(input.name);
  const blueprint = blueprintIn(await findTemplate(ctx, templateId));
  const region = chooseRegion(ctx, input.region);
  const instance = await instantiateBlueprint(ctx, blueprint, { name, parameters, secrets, region });
  refuseUnfit(instance.problems, deploy);
  if (deploy && instance.model.services.length === 0)
    throw errors.stateForbids('template_empty', 'This template holds no services yet. Add one, and then deploy it.');
  return createFromModel(ctx, instance, {
    deploy,
    origin: {
      action: 'environment.from_template',
      details: { templateId, template: blueprint.name, version: blueprint.version },
    },
  });
}
