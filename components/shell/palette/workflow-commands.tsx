'use client';
import { SquareTerminal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMe } from '@/components/shell/me-context';
import { WORKFLOWS } from '@/components/shell/workflows/registry';
import { operationsFor, refusalOf, type WorkflowSubject } from '@/components/shell/workflows/subject';
import type { RequestedWorkflow } from '@/components/shell/workflows/use-workflow-dialog';
import type { Command } from '@/components/ui/command-list';
import { useDeployedTypes } from '@/lib/client/catalog';
import type { Service } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { PaletteContext } from './registry';

/** So many are offered at once; more words find the others. */
const MAX_COMMANDS = 12;

/**
 * What can be done with the environment in view, and with what is typed of its services and machines, operations of
 * their packages too; only what makes sense now.
 *
 * @param wanted what is typed
 */
export function useWorkflowCommands(
  { here, edits }: PaletteContext,
  wanted: string,
  ask: (wanted: RequestedWorkflow, subject: WorkflowSubject) => void,
): Command[] {
  const t = useTranslations('shell.palette');
  const w = useTranslations('workflows');
  const { suspends } = useMe().cloud;
  const types = useDeployedTypes(here?.id ?? null).data;
  const isBusy = here?.deployed_status === 'deploying' || here?.deployed_status === 'deleting';
  if (here === null || !edits || isBusy || !types) return [];
  const services = here.services as unknown as Service[];
  const environmentId = here.id;
  const whole = {
    key: 'all',
    subject: { environmentId, name: here.name },
    said: t('wholeEnvironment', { name: here.name }),
  };
  const parts = services.flatMap(({ id, name, units }) => [
    { key: id, subject: { environmentId, name, serviceId: id }, said: name },
    ...units.map((unit) => {
      const host = hostOf(unit);
      return { key: unit.id, subject: { environmentId, name: host, unitIds: [unit.id] }, said: host };
    }),
  ]);
  const typed = wanted.trim().toLowerCase();
  const commands: Command[] = [];
  for (const { key, subject, said } of typed === '' ? [whole] : [whole, ...parts]) {
    for (const { id, icon: Icon } of WORKFLOWS) {
      const label = t('workflowOn', { workflow: w(id), name: said });
      // in whatever order somebody says it
      const words = `${w(id)} ${said} ${w(id)} ${t(`workflowWords.${id}`)}`;
      if (commands.length >= MAX_COMMANDS || !`${label} ${words}`.toLowerCase().includes(typed)) continue;
      if (refusalOf(id, subject, services, types, suspends) !== null) continue;
      commands.push({ id: `${id}-${key}`, label, words, icon: <Icon aria-hidden />, run: () => ask(id, subject) });
    }
    for (const { operation, refusal } of operationsFor(subject, services, types)) {
      const label = t('operationOn', { operation: operation.title, name: said });
      const words = `${said} ${operation.title} ${t('operationWords')}`;
      if (refusal !== null || commands.length >= MAX_COMMANDS || !`${label} ${words}`.toLowerCase().includes(typed))
        continue;
      const run = () => ask(operation, subject);
      commands.push({ id: `${operation.name}-${key}`, label, words, icon: <SquareTerminal aria-hidden />, run });
    }
  }
  // "start web1" stands in "Restart web1", too: what begins as it was typed comes first
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return commands.sort((a, b) => rank(a) - rank(b));
}
