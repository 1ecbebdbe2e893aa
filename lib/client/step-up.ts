/** Asks the person for a proof of who they are; whether they gave it. */
type AskForProof = () => Promise<boolean>;

let asking: AskForProof | null = null;
/** what waits until there is somebody to ask: a page answers presses before all of its code is there */
const waiting: ((ask: AskForProof) => void)[] = [];
let pending: Promise<boolean> | null = null;

/** Says what asks people for a newer proof of who they are. @returns ends that */
export function askForProofBy(ask: AskForProof): () => void {
  asking = ask;
  for (const goOn of waiting.splice(0)) goOn(ask);
  return () => {
    asking = null;
  };
}

/** Asks for a newer proof of who somebody is, once for all that needs it at this moment. @returns whether it was given */
export function proveAgain(): Promise<boolean> {
  pending ??= asker()
    .then((ask) => ask())
    .finally(() => {
      pending = null;
    });
  return pending;
}

async function asker(): Promise<AskForProof> {
  return asking ?? new Promise((resolve) => waiting.push(resolve));
}
