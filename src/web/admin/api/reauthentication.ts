/** The re-authentication prompt was dismissed. Nothing changed, so no message is shown. */
export class ReauthenticationCanceled extends Error {}

type ReauthenticationPrompt = () => Promise<void>
let prompt: ReauthenticationPrompt | undefined

/** Registers the dialog that asks for the password or code; only one at a time. */
export function registerReauthenticationDialog(dialog: ReauthenticationPrompt): () => void {
  prompt = dialog
  return () => {
    if (prompt === dialog) prompt = undefined
  }
}

/** Asks the signed-in user to re-authenticate (docs/back-office §1); throws `ReauthenticationCanceled`. */
export async function promptReauthentication(): Promise<void> {
  if (!prompt) throw new ReauthenticationCanceled()
  await prompt()
}
