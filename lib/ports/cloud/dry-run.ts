import { isVetroError } from '@/lib/errors';
import { resolveParameters } from '@/lib/formats/hot/parameters';
import { inspectTemplate } from '@/lib/formats/hot/parse';
import {
  forecastOf,
  type PlannedResource,
  plannedFrom,
  planStack,
  type ResourceForecast,
} from '@/lib/formats/hot/plan';
import { groupsOf, withoutGroups } from '@/lib/formats/hot/resource-groups';
import type { Template } from '@/lib/formats/hot/template';
import type { JsonObject } from '@/lib/model/json';
import type { CloudScope, StackContent, StackDriver, StackForecast, StackRefusal } from './cloud';

/** A stack on which operations are played through, each on what the ones before would leave. */
export interface StackDryRun {
  /** What an operation would do; of quotas only those count that the offer does not tell of. */
  apply(wanted: StackContent): Promise<StackForecast>;
  delete(): Promise<StackForecast>;
  /** the resources that there are now, before anything is played through, as `unchanged` */
  readonly now: readonly ResourceForecast[];
}

/**
 * Takes a stack as it is now; one that is not there is empty.
 *
 * @param last what was carried out last, for a cloud that does not tell what its resources were made from
 * @throws `cloud` error when the cloud cannot be asked
 */
export async function dryRunStack(
  driver: Pick<StackDriver, 'get' | 'validate' | 'resourceTypes' | 'shortage' | 'groupsAreWritten'>,
  scope: CloudScope,
  name: string,
  last: () => Promise<StackContent | null>,
): Promise<StackDryRun> {
  const stack = await driver.get(scope, name, last);
  const pseudo = {
    'OS::stack_name': name,
    'OS::stack_id': stack?.id ?? '‹stack›',
    'OS::project_id': scope.tenantId,
  };
  const resources = stack?.resources ?? [];
  const lacksDefinitions = resources.some(({ definition }) => definition === null);
  let here: ReadonlyMap<string, PlannedResource> = plannedFrom(
    resources,
    lacksDefinitions ? parsed(await last(), pseudo) : null,
  );

  return {
    now: [...here].map(([resource, { definition }]) => forecastOf(resource, 'unchanged', definition, definition)),
    apply: async (wanted) => {
      const refused = await driver.validate(scope, wanted);
      if (refused) return refused;
      const content = parsed(wanted, pseudo);
      if (!content) return invalid('The template cannot be read.');
      const { values } = content;
      const template = driver.groupsAreWritten ? written(content, here) : content.template;
      const used = new Set(Object.values(template.resources).map(({ type }) => type));
      const types = await driver.resourceTypes(scope, [...used]);
      try {
        const { after, ...plan } = planStack(template, values, here, types);
        const created = plan.resources.filter(({ change }) => change === 'create');
        const short = (created.length > 0 && (await driver.shortage?.(scope, created))) || null;
        if (short) return short;
        here = after;
        return { ok: true, ...plan };
      } catch (error) {
        if (!isVetroError(error)) throw error;
        return invalid(error.sentence);
      }
    },
    delete: async () => {
      const gone = [...here].map(([resource, { definition }]) => forecastOf(resource, 'remove', definition, null));
      here = new Map();
      return { ok: true, outputs: {}, resources: gone };
    },
  };
}

/** A template with the members of its groups, given the stack as it is. */
function written(
  { template, values: { parameters } }: { template: Template; values: { parameters: JsonObject } },
  here: ReadonlyMap<string, PlannedResource>,
): Template {
  const resources = [...here].map(([name, { definition, current }]) => ({
    ...{ name, type: definition.type, properties: definition.properties },
    reference: current?.reference ?? name,
  }));
  return withoutGroups(template, { parameter: (name) => parameters[name] ?? null }, groupsOf(resources), []);
}

function parsed(content: StackContent | null, pseudo: JsonObject) {
  if (!content) return null;
  const { template } = inspectTemplate(content.template);
  if (!template) return null;
  const { values } = resolveParameters(template.parameters, content.parameters);
  return { template, values: { parameters: { ...pseudo, ...values } } };
}

function invalid(reason: string): StackRefusal {
  return { ok: false, status: 'VALIDATION_FAILED', resource: null, resourceType: null, reason };
}
