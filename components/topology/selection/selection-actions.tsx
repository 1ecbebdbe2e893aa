'use client';
import { useTranslations } from 'next-intl';
import { type ComponentType, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import type { AskProps, Offer, SelectionContext } from './action';
import { SELECTION_ACTIONS } from './actions';
import { partsOf, type Selection } from './selection';

/** What can be done with a selection, as buttons, and what some of them ask first. */
export function SelectionActions({
  selection,
  context,
  onDone,
}: {
  selection: Selection;
  context: SelectionContext;
  /** something is gone: nothing stays selected */
  onDone: () => void;
}) {
  const t = useTranslations('topology.selection.actions');
  const [Question, setQuestion] = useState<ComponentType<AskProps> | null>(null);
  const count = partsOf(selection).length;
  return (
    <>
      {SELECTION_ACTIONS.map((action) => {
        const offer: Offer | null = action.offer(selection, context);
        if (offer === null) return null;
        if ('face' in offer) return <offer.face key={action.id} selection={selection} context={context} />;
        const Icon = action.icon;
        const face = (
          <>
            <Icon aria-hidden />
            {t(action.id, { count })}
          </>
        );
        if ('href' in offer)
          return (
            <LinkButton key={action.id} size="sm" href={offer.href}>
              {face}
            </LinkButton>
          );
        return (
          <Button
            key={action.id}
            size="sm"
            variant={'danger' in action ? 'danger' : 'secondary'}
            disabledReason={'refused' in offer ? offer.refused : null}
            onClick={() => {
              if ('act' in offer) offer.act();
              if ('ask' in offer) setQuestion(() => offer.ask);
            }}
          >
            {face}
          </Button>
        );
      })}
      {Question && (
        <Question
          selection={selection}
          context={context}
          onClose={(done) => {
            setQuestion(null);
            if (done) onDone();
          }}
        />
      )}
    </>
  );
}
