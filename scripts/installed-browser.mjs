import { existsSync } from 'node:fs'

// Prefers the headless shell: the same engine, and half the time of an end-to-end test.
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Returns the Chromium that CHROMIUM names, else an installed one, else undefined. */
export const installedBrowser = () =>
  [process.env.CHROMIUM, ...BROWSERS.map((name) => `/usr/bin/${name}`)].find((path) => path && existsSync(path))
