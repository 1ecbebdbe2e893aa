import type { EnvironmentModel } from '../../environment';
import { hostOf } from '../../installed';
import { listOf } from '../../sentence';
import { ResizeInputSchema, type ResizeResult } from '../execution';
import type { Operation } from '../operation';
import type { RunKindDefinition, RunRequest } from './run-kind';

/**
 * Makes a document true that has more or fewer machines, by the path of a deployment; its steps go to the services that it
 * concerns. When it fails, machines that it was to add are taken away again where that was asked for.
 */
export function resize(words: Pick<RunKindDefinition, 'noun'>): RunKindDefinition {
  return {
    ...words,
    again: 'resume it',
    makesVersion: 'always',
    whenHeld: 'refuse',
    needsAwake: true,
    operation: ({ input }) => operationFor(ResizeInputSchema.parse(input).only),
    result: (job, reached) => {
      const { removed } = ResizeInputSchema.parse(job.input);
      return {
        added: addedHosts(job, reached),
        removed: removed.map(({ host }) => host),
      } satisfies Partial<ResizeResult>;
    },
    undo: (job, reached) => {
      const { added, only, rollback } = ResizeInputSchema.parse(job.input);
      if (!rollback || added.length === 0) return null;
      const services = reached.services.map((service) => ({
        ...service,
        units: service.units.filter(({ id }) => !added.includes(id)),
      }));
      const names = listOf(addedHosts(job, reached));
      return {
        model: { ...reached, services },
        operation: operationFor(only?.filter((id) => !added.includes(id))),
        begins: `What was added is taken away again: ${names}`,
        done: `${names} ${added.length === 1 ? 'is' : 'are'} gone; everything else is as it was before`,
      };
    },
    mayLeaveOut: true,
    failsWithEffects: false,
  };
}

function operationFor(only: readonly string[] | null | undefined): Operation {
  return !only ? { kind: 'deploy' } : { kind: 'deploy', only };
}

/** What the machines are called that it adds, as far as they have names. */
function addedHosts({ input }: RunRequest, { services }: EnvironmentModel): string[] {
  const { added } = ResizeInputSchema.parse(input);
  const units = services.flatMap((service) => service.units).filter(({ id }) => added.includes(id));
  return units.map((unit) => hostOf(unit));
}
