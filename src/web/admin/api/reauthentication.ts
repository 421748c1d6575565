/** The re-authentication prompt was dismissed. Nothing changed, so no message is shown. */
export class ReauthenticationCanceled extends Error {}

type Ask = () => Promise<void>
let ask: Ask | undefined

/** Registers the dialog that asks for the password or code; only one at a time. */
export function registerReauthenticationDialog(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** Asks the signed-in user to re-authenticate (docs/back-office §1); throws `ReauthenticationCanceled`. */
export async function promptReauthentication(): Promise<void> {
  if (!ask) throw new ReauthenticationCanceled()
  await ask()
}
