import { List, Workflow } from 'lucide-react';
import type { SelectionAction } from '../action';

export const showInList = {
  id: 'showInList',
  icon: List,
  offer: (_selection, { showAs, show }) => (showAs === 'list' ? null : { act: () => show('list') }),
} as const satisfies SelectionAction;

export const showInGraph = {
  id: 'showInGraph',
  icon: Workflow,
  offer: (_selection, { showAs, show }) => (showAs === 'graph' ? null : { act: () => show('graph') }),
} as const satisfies SelectionAction;
