import type { Attention } from '@/lib/model/attentions';
import type { UnitState } from '@/lib/model/unit-state';

/** The colour and shape of what an environment wants of an administrator. */
export const ATTENTION_LOOK: Record<Attention, UnitState> = {
  failed: 'failed',
  stuck: 'failed',
  slow: 'attention',
  silent: 'attention',
  running: 'running',
  pending: 'draft',
  ready: 'ready',
};
