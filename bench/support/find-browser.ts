import { installedBrowser } from '../../scripts/installed-browser.mjs'

/** Returns the machine's Chromium, or the one that the environment variable CHROMIUM names. */
export function findBrowser(): string {
  const path = installedBrowser()
  if (!path) throw new Error('No Chromium found in /usr/bin; set CHROMIUM to its path')
  return path
}
