import { parseArgs } from 'node:util';
import { errors } from '@/lib/errors';
import type { Command, Print } from './command';
import { required } from './required';
import { packageSources } from './trial/package-sources';
import type { StageEnd } from './trial/trial';
import { type PackageTrial, tryPackages } from './trial/try-packages';

/** `try DIR`: how far packages get from their files to an action, each in a running product. */
export const tryCommand: Command = {
  usage: 'try DIR',
  about: [
    'Imports the packages in a folder, at any depth, into a product that is started for that and thrown away; fills',
    'the form of each with its defaults and plausible values, deploys it on simulated machines and runs an action.',
    'What simulated machines cannot tell the outcome of is counted as not executed here, and never as done.',
  ],
  async run(args, say) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const folder = required(positionals[0], 'in which folder the packages are');
    const sources = await packageSources(folder);
    if (sources.length === 0) throw errors.invalidInput(`There is no package in ${folder}.`, []);
    // The product is much to load for the other commands.
    const { startThrowawayProduct } = await import('./trial/throwaway-product');
    const { product, end } = await startThrowawayProduct();
    try {
      const trials = await tryPackages(product, folder, sources, (trial) => say(`  ${trial.source}`));
      print(trials, say);
      return trials.every(({ stages }) => Object.values(stages).every((stage) => stage.end !== 'no')) ? 0 : 1;
    } finally {
      await end();
    }
  },
};

const STAGES = ['imports', 'form', 'deploys', 'action'] as const;
const HEADS = ['package', ...STAGES, 'not executed here'];

function print(trials: readonly PackageTrial[], say: Print): void {
  const rows = trials.map(({ source, stages, notExecuted }) => [
    source,
    ...STAGES.map((stage) => stages[stage].end),
    notExecuted.length === 0 ? '' : String(notExecuted.length),
  ]);
  const widths = HEADS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    say(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  say('');
  line(HEADS);
  line(widths.map((width) => '-'.repeat(width)));
  for (const row of rows) line(row);
  say('');
  for (const { source, stages, notExecuted } of trials) {
    const reasons = new Map(STAGES.flatMap((stage) => reasonOf(stages[stage]).map((reason) => [reason, stage])));
    for (const [reason, stage] of reasons) say(`${source}: ${stage}: ${stages[stage].end}: ${reason}`);
    if (notExecuted.length > 0) say(`${source}: not executed here: ${notExecuted.join(', ')}`);
  }
  const through = trials.filter(({ stages }) => Object.values(stages).every(({ end }) => end !== 'no'));
  const whole = through.filter(({ notExecuted }) => notExecuted.length === 0);
  say('');
  say(
    `${trials.length} packages: ${whole.length} got through, ${through.length - whole.length} got through with programs ` +
      `that were not executed here, ${trials.length - through.length} did not.`,
  );
}

function reasonOf(stage: StageEnd): string[] {
  return stage.end === 'yes' ? [] : [stage.reason];
}
