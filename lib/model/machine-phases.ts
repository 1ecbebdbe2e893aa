/** What a machine may say of itself. */
export const MACHINE_PHASES = ['booting', 'ready', 'rebooting', 'stopped', 'failed'] as const;
export type MachinePhaseName = (typeof MACHINE_PHASES)[number];
