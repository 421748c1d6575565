import { adminGet } from './api.ts'
import { promptReauthentication } from './reauthentication.ts'

/** Re-authenticates first, then lets the browser download the file, which may be very large. */
export async function download(url: string): Promise<void> {
  const { recently_authenticated } = await adminGet('staffMember')
  if (!recently_authenticated) await promptReauthentication()
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
