'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { useWorkflows } from '@/lib/client/executions';
import type { WorkflowName, WorkflowOption } from '@/lib/model/runs/workflow-options';
import type { ParameterName, WorkflowParameters } from '@/lib/model/runs/workflow-parameters';
import { chosenOptions } from './chosen-options';
import type { FieldInput } from './entered-arguments';
import { OptionField } from './option-field';
import type { WorkflowSubject } from './subject';

/** What few want to choose about a workflow, and what of it was chosen. */
interface Options {
  workflow: WorkflowName;
  /** as the workflow declares them; none until they are known */
  offered: readonly WorkflowOption[];
  entered: Readonly<Record<string, FieldInput>>;
  enter: (name: ParameterName, value: FieldInput) => void;
  /** for the API: what is not as it is when nothing is said */
  chosen: WorkflowParameters;
}

/** The options of a workflow as a dialog asks for them. @param without these are asked for elsewhere */
export function useOptions(
  { environmentId, serviceId }: Pick<WorkflowSubject, 'environmentId' | 'serviceId'>,
  workflow: WorkflowName,
  without: readonly ParameterName[] = [],
): Options {
  const { data = [] } = useWorkflows(environmentId, serviceId);
  const [entered, setEntered] = useState<Readonly<Record<string, FieldInput>>>({});
  const declared = data.find(({ name }) => name === workflow)?.parameters ?? [];
  const offered = declared.filter(({ name }) => !without.includes(name));
  return {
    ...{ workflow, offered, entered },
    enter: (name, value) => setEntered((before) => ({ ...before, [name]: value })),
    chosen: chosenOptions(offered, entered),
  };
}

/** The options, folded; nothing for a workflow that has none. @param fields what is wrong with what was entered */
export function MoreOptions({
  options: { workflow, offered, entered, enter },
  fields,
}: {
  options: Options;
  fields: readonly { path: string; sentence: string }[];
}) {
  const t = useTranslations('workflows.more');
  if (offered.length === 0) return null;
  const errorOf = (name: string) => fields.find(({ path }) => path.split('.')[0] === name)?.sentence ?? null;
  return (
    <Disclosure summary={t('open')}>
      <div className="flex flex-col gap-4">
        {offered.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            workflow={workflow}
            value={entered[option.name]}
            error={errorOf(option.name)}
            onChange={(value) => enter(option.name, value)}
          />
        ))}
      </div>
    </Disclosure>
  );
}
