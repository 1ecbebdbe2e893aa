/**
 * What lives though no user reaches it, because recorded cases judge it and the product has no door to it yet.
 * One that is reached meanwhile, or is not there any more, makes the check fail as well.
 * @type {{file: string, name: string, reason: string}[]}
 */
export const EXCEPTIONS = [
  ...['select.ts select', 'simulate.ts simulate', 'simulate.ts simulateDelta', 'policies.ts Policies.dropRules'].map(
    (place) => {
      const [file, name] = place.split(' ');
      return {
        file: `lib/conductor/policy/engine/${file}`,
        name,
        reason: 'Congress answers free questions and simulates changes; the product asks three tables.',
      };
    },
  ),
  {
    file: 'lib/conductor/policy/checks/dependencies.ts',
    name: 'isStratified',
    reason: 'Congress answers it; the product refuses every recursion.',
  },
];
