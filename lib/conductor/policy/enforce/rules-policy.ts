/** The policy in which the rules of a set stand (Murano's `murano_system`). */
export const RULES_POLICY = 'murano_system';
