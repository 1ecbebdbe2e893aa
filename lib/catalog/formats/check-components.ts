import { componentConfigs, readConfig, sharedActions } from '@/lib/conductor/software';
import { type PackageProblem, readYaml } from '@/lib/formats/yaml/read-yaml';
import { isObject } from '@/lib/model/json';

const COMPONENT = 'OS::Heat::SoftwareComponent';

/**
 * Software components in the stack templates of a package: one action in two configs is refused at import, with both
 * places (docs/software-components.md).
 *
 * @param texts files with stack templates, by their paths; what is none is passed over
 * @param label of the package, for places
 */
export function componentProblems(texts: Iterable<readonly [string, string]>, label: string): PackageProblem[] {
  return [...texts].flatMap(([file, text]) => {
    if (!text.includes(COMPONENT)) return [];
    const { value, lineOf, problems } = readYaml(`${label}/${file}`, text);
    const resources = problems.length === 0 && isObject(value) && isObject(value.resources) ? value.resources : {};
    return Object.entries(resources).flatMap(([name, resource]) => {
      if (!isObject(resource) || resource.type !== COMPONENT || !isObject(resource.properties)) return [];
      const configs = componentConfigs(readConfig(COMPONENT, name, resource.properties));
      return sharedActions(configs).map(({ action, first, other }): PackageProblem => {
        const place = (at: number) => ['resources', name, 'properties', 'configs', at];
        const line = lineOf(place(other));
        return {
          file: `${label}/${file}`,
          path: place(other).join('.'),
          ...(line === undefined ? {} : { line }),
          code: 'action_in_two_configs',
          sentence:
            `The component "${name}" has two configs for ${action}: configs.${first} (line ${lineOf(place(first))}) and ` +
            `configs.${other}. An action may stand in one of them only.`,
        };
      });
    });
  });
}
