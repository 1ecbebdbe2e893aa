import type { Effects, LoadedPackages } from '@/lib/conductor/ports';
import { compileWorkflows, runWorkflows } from '@/lib/conductor/xml';
import type { EnvironmentModel } from '@/lib/model/environment';

export interface LanguageLimits {
  /** how long to wait for an agent when the package says nothing, in milliseconds */
  defaultPlanTimeoutMs: number;
  /** rounds after which a rule set counts as one that never settles */
  maxRounds: number;
}

export interface LanguageJob {
  packages: LoadedPackages;
  model: EnvironmentModel;
  effects: Effects;
  limits: LanguageLimits;
}

/** A language that packages are written in. It decides; whatever it does goes through `effects`. */
export interface Language {
  readonly name: string;
  /** whether the packages hold anything written in it */
  speaks(packages: LoadedPackages): boolean;
  /** @returns the model as it is afterwards. @throws VetroError (language) naming file and line */
  run(job: LanguageJob): Promise<EnvironmentModel>;
}

const xml: Language = {
  name: 'xml',
  speaks: (packages) => packages.workflows.length > 0,
  run: async ({ packages, model, effects, limits }) => {
    const workflows = compileWorkflows(packages.workflows);
    const end = await runWorkflows({ workflows, model, resources: packages, effects, options: limits });
    return end.model;
  },
};

const LANGUAGES: readonly Language[] = [xml];

/** Runs every language the packages speak, one after the other, each on the model the last one left. */
export async function runLanguages(job: LanguageJob): Promise<EnvironmentModel> {
  let { model } = job;
  for (const language of LANGUAGES) {
    if (language.speaks(job.packages)) model = await language.run({ ...job, model });
  }
  return model;
}
