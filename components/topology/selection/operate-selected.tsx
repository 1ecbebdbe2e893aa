'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { WorkflowMenu } from '@/components/shell/workflows/workflow-menu';
import type { FaceProps } from './action';
import { selectedUnits } from './selected-units';
import { partsOf } from './selection';

/** As many are named in the title of the plan; of more it is told how many they are. */
const NAMED = 3;

/** What can be done with the machines of a selection, as a menu. */
export function OperateSelected({ selection, context }: FaceProps) {
  const t = useTranslations('workflows');
  const format = useFormatter();
  const { environmentId, deployed } = context;
  const unitIds = selectedUnits(selection, deployed);
  const titles = partsOf(selection).map(({ title }) => title);
  const name = titles.length <= NAMED ? format.list(titles) : t('machines', { count: unitIds.length });
  return <WorkflowMenu subject={{ environmentId, name, unitIds }} />;
}
