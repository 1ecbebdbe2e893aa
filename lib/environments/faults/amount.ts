import { errors } from '@/lib/errors';
import { type FaultKind, faultKind } from '@/lib/model/faults';

/** Refuses an amount that a kind of fault does not have. @throws invalid_input `invalid_amount` */
export function refuseAmount({ kind, amount }: { kind: FaultKind; amount?: number | undefined }): void {
  const rules = faultKind(kind).amount;
  if (amount === undefined || (rules !== null && amount >= rules.min && amount <= rules.max)) return;
  const sentence =
    rules === null
      ? 'A fault of this kind has no amount.'
      : `This must be from ${rules.min} to ${rules.max}, in ${rules.counts}.`;
  throw errors.invalidInput(sentence, [{ path: 'amount', code: 'invalid_amount', sentence }]);
}
