import { installedBrowser } from '../../scripts/installed-browser.mjs'

/** Returns the machine's Chromium, or the one that the environment variable CHROMIUM names. */
export function findBrowser(): string {
  const found = installedBrowser()
  if (!found) throw new Error('There is no Chromium in /usr/bin; set CHROMIUM to the path of another one')
  return found
}
