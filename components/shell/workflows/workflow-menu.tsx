'use client';
import { Power, SquareTerminal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import type { WorkflowSubject } from './subject';
import { type RequestedWorkflow, useWorkflowDialog } from './use-workflow-dialog';
import { useOperationOffers, useWorkflowOffers } from './use-workflow-offers';

/** A button that opens what can be done with machines, operations of their packages too; what makes no sense now says why. */
export function WorkflowMenu({
  subject,
  trigger,
  onStarted,
  children,
}: {
  subject: WorkflowSubject;
  /** what opens it; a button with words when left out */
  trigger?: ReactElement;
  onStarted?: () => void;
  /** what else can be done, below it */
  children?: ReactNode;
}) {
  const t = useTranslations('workflows');
  const { ask, dialog } = useWorkflowDialog(onStarted);
  return (
    <>
      <Menu
        trigger={
          trigger ?? (
            <Button size="sm">
              <Power aria-hidden />
              {t('menu')}
            </Button>
          )
        }
      >
        <WorkflowItems subject={subject} onAsk={(wanted) => ask(wanted, subject)} />
        {children}
      </Menu>
      {dialog}
    </>
  );
}

function WorkflowItems({ subject, onAsk }: { subject: WorkflowSubject; onAsk: (wanted: RequestedWorkflow) => void }) {
  const workflows = useWorkflowOffers(subject);
  const operations = useOperationOffers(subject);
  return (
    <>
      {workflows.map(({ id, icon: Icon, label, reason }) => (
        <MenuItem key={id} icon={<Icon aria-hidden />} disabledReason={reason} onSelect={() => onAsk(id)}>
          {label}
        </MenuItem>
      ))}
      {operations.map(({ operation, reason }) => (
        <MenuItem
          key={operation.name}
          icon={<SquareTerminal aria-hidden />}
          disabledReason={reason}
          onSelect={() => onAsk(operation)}
        >
          {operation.title}
        </MenuItem>
      ))}
    </>
  );
}
