import { installedBrowser } from '../../scripts/installed-browser.mjs'

/** A Chromium of this machine, or the one that the environment names in CHROMIUM. */
export function findBrowser(): string {
  const found = installedBrowser()
  if (!found) throw new Error('There is no Chromium in /usr/bin; CHROMIUM may name one that is elsewhere')
  return found
}
