/**
 * What an environment wants of an administrator, most urgent first: failed (its last deployment failed), stuck (its
 * deployment waits or says nothing), slow (it runs longer than usual), silent (a machine of it does not work),
 * running, pending (somebody drafts), ready.
 */
export const ATTENTIONS = ['failed', 'stuck', 'slow', 'silent', 'running', 'pending', 'ready'] as const;
export type Attention = (typeof ATTENTIONS)[number];
