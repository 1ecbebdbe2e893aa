import { describe, expect, it } from 'vitest';
import { WORKFLOW_NAMES, type WorkflowOption, workflowOptions } from '@/lib/model/runs/workflow-options';
import { PARAMETER_NAMES } from '@/lib/model/runs/workflow-parameters';
import en from '@/messages/en';
import { chosenOptions, enteredBefore, tickedIn } from './chosen-options';

const NAMES = { types: ['web.Server'], nodes: ['shop', 'wiki'], instances: ['shop1'], entities: ['shop'] };
const optionsOf = (workflow: (typeof WORKFLOW_NAMES)[number]) => workflowOptions(workflow, NAMES);
const untouched = (options: readonly WorkflowOption[]) =>
  Object.fromEntries(options.map((option) => [option.name, enteredBefore(option)]));

describe('options of a workflow', () => {
  it.each(WORKFLOW_NAMES)('of %s send nothing as long as nobody changes them', (workflow) => {
    const options = optionsOf(workflow);
    expect(chosenOptions(options, {})).toEqual({});
    expect(chosenOptions(options, untouched(options))).toEqual({});
  });

  it('send what was changed, as what it is', () => {
    const entered = {
      ...{ check_status: false, force_reinstall: true, allow_reinstall: 'false', ignore_failure: true },
      ...{ node_ids: '["wiki"]', node_instance_ids: '[]', task_retries: '3', diagnose_value: 'It is slow.' },
    };
    expect(chosenOptions(optionsOf('heal'), entered)).toEqual({
      ...{ check_status: false, force_reinstall: true, allow_reinstall: false },
      ...{ node_ids: ['wiki'], task_retries: 3, diagnose_value: 'It is slow.' },
    });
    expect(chosenOptions(optionsOf('restart'), { stop_parms: '{"mode": "hard"}' })).toEqual({
      stop_parms: { mode: 'hard' },
    });
  });

  it('choose from what there is', () => {
    const choices = Object.fromEntries(optionsOf('heal').map(({ name, choices: offered }) => [name, offered]));
    expect(choices).toMatchObject({
      ...{ node_ids: ['shop', 'wiki'], type_names: ['web.Server'], node_instance_ids: ['shop1'] },
      ...{ diagnose_value: [], check_status: [] },
    });
    expect(tickedIn('["shop"]')).toEqual(['shop']);
    expect(tickedIn('')).toEqual([]);
  });

  it('have words for people, all of them', () => {
    for (const name of PARAMETER_NAMES) {
      expect([name, en.workflows.more.labels[name]]).toEqual([name, expect.any(String)]);
      expect([name, en.workflows.more.helps[name]]).toEqual([name, expect.any(String)]);
    }
  });
});
