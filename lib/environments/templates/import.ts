import { errors, type FieldProblem } from '@/lib/errors';
import { firstFieldProblems } from '@/lib/model/field-problem';
import { isObject, type Json } from '@/lib/model/json';
import { schemaWords } from '@/lib/model/schema-words';
import { asSentence } from '@/lib/model/sentence';
import { type Blueprint, BlueprintSchema } from '@/lib/model/templates/blueprint';
import type { BlueprintCheck, MadeEnvironment } from '@/lib/model/templates/views';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { chooseRegion } from '../environments/choose-region';
import { environmentName } from '../environments/name';
import { createFromModel } from './create-from-model';
import { instantiateBlueprint, refuseUnfit } from './instantiate-blueprint';
import { summaryOf } from './summary';

/** An environment's file as it was sent. */
export interface FileInput {
  document: Json;
  parameters: Record<string, string>;
  secrets: Record<string, string>;
}

/**
 * What a file would make, and everything that is wrong with it, each problem named by its path in the file. Secrets
 * that have to be asked are told beside the problems. Nothing is stored.
 *
 * @throws forbidden `role_too_low`
 */
export async function checkImport({ ctx, input }: UseCaseCall<FileInput>): Promise<BlueprintCheck> {
  requireRole(ctx, 'member');
  const read = readBlueprint(input.document);
  if (!read.blueprint) {
    const needs = { machines: 0, vcpus: 0, memory_mb: 0 };
    return {
      name: nameIn(input.document),
      services: [],
      needs,
      secrets: [],
      parameters: [],
      problems: firstFieldProblems(read.problems),
    };
  }
  const { blueprint } = read;
  const { name, parameters } = blueprint;
  const { problems } = await instantiateBlueprint(ctx, blueprint, { ...input, name, missingSecrets: 'generate' });
  const summary = await summarise(ctx, blueprint);
  return { name, parameters, ...summary, problems: firstFieldProblems(problems) };
}

/**
 * Makes an environment from a file: as a draft, or deployed at once.
 *
 * @param input `missingSecrets`: whether secrets that the file leaves open and nobody typed are made or missed; `region`:
 *   where it is made, the usual one when left out: a file tells of none
 * @throws forbidden `role_too_low`; invalid_input `file_unreadable`, `blueprint_unfit` with every problem by its path
 *   in the file, or with field `name` or `region`; conflict `environment_name_taken`
 */
export async function importEnvironment({
  ctx,
  input,
}: UseCaseCall<
  FileInput & {
    name?: string;
    missingSecrets: 'refuse' | 'generate';
    deploy: boolean;
    region?: string | null | undefined;
  }
>): Promise<MadeEnvironment> {
  requireRole(ctx, 'member');
  const { document, parameters, secrets, missingSecrets, deploy } = input;
  const read = readBlueprint(document);
  if (!read.blueprint) {
    const [first] = read.problems;
    throw errors.invalidInput(`This file describes no environment: ${first?.sentence ?? ''}`, read.problems, {
      code: 'file_unreadable',
    });
  }
  const name = environmentName(input.name ?? read.blueprint.name);
  const region = chooseRegion(ctx, input.region);
  const options = { name, parameters, secrets, missingSecrets, region };
  const instance = await instantiateBlueprint(ctx, read.blueprint, options);
  refuseUnfit(instance.problems, deploy);
  return createFromModel(ctx, instance, {
    deploy,
    origin: { action: 'environment.import', details: { file: read.blueprint.name } },
  });
}

async function summarise(ctx: Context, blueprint: Blueprint) {
  const [types, offer] = await Promise.all([ctx.catalog.serviceTypes(ctx.actor.tenantId), ctx.recentOffer()]);
  return summaryOf(blueprint, types, offer);
}

function readBlueprint(document: Json): { blueprint: Blueprint | null; problems: FieldProblem[] } {
  const read = BlueprintSchema.safeParse(document, { error: schemaWords });
  if (read.success) return { blueprint: read.data as Blueprint, problems: [] };
  const problems = read.error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        code: 'unknown_property',
        sentence: `A file of an environment has no "${key}" here.`,
      }));
    }
    if (path.join('.') === 'format') {
      const sentence = 'This is not a file that Vetro exported, or one of a newer version.';
      return [{ path: 'format', code: 'unknown_format', sentence }];
    }
    return [{ path: path.join('.'), code: 'invalid', sentence: asSentence(issue.message) }];
  });
  return { blueprint: null, problems };
}

function nameIn(document: Json): string {
  return isObject(document) && typeof document.name === 'string' ? document.name : '';
}
