/** Asks the person for a proof of who they are; whether they gave it. */
type AskForProof = () => Promise<boolean>;

let asking: AskForProof | null = null;
let pending: Promise<boolean> | null = null;

/** Says what asks people for a newer proof of who they are. @returns ends that */
export function askForProofBy(ask: AskForProof): () => void {
  asking = ask;
  return () => {
    asking = null;
  };
}

/** Asks for a newer proof of who somebody is, once for all that needs it at this moment. @returns whether it was given */
export function proveAgain(): Promise<boolean> {
  pending ??= Promise.resolve(asking?.() ?? false).finally(() => {
    pending = null;
  });
  return pending;
}
