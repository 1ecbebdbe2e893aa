import { expect, it } from 'vitest';
import { componentProblems } from './check-components';

const template = `resources:
  app:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
        - actions: [DELETE]
          tool: script
        - tool: chef
        - actions: [UPDATE, RESUME]
          tool: script
`;

it('an action in two configs of a component is refused with both places', () => {
  expect(componentProblems([['Resources/stacks/App.yaml', template]], 'com.example.App')).toEqual([
    {
      file: 'com.example.App/Resources/stacks/App.yaml',
      path: 'resources.app.properties.configs.2',
      line: 9,
      code: 'action_in_two_configs',
      sentence:
        'The component "app" has two configs for UPDATE: configs.1 (line 8) and configs.2. ' +
        'An action may stand in one of them only.',
    },
  ]);
  expect(componentProblems([['a.yaml', template.replace('UPDATE, ', '')]], 'p')).toEqual([]);
  expect(componentProblems([['a.yaml', 'OS::Heat::SoftwareComponent: [']], 'p')).toEqual([]);
});
