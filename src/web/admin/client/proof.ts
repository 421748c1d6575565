/** Nobody gave the password or a code: nothing was changed, and there is nothing to say about it. */
export class ProofGivenUp extends Error {}

type Ask = () => Promise<void>
let ask: Ask | undefined

/** The dialog that asks says so here; one at a time. */
export function answerProofWith(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** Asks who is signed in to prove it (docs/back-office §1); throws `ProofGivenUp`. */
export async function askProof(): Promise<void> {
  if (!ask) throw new ProofGivenUp()
  await ask()
}
