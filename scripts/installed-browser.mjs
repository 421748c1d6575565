import { existsSync } from 'node:fs'

// First the browser without a window of its own: the same engine, and half the time of a journey.
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The Chromium that CHROMIUM names, else one of this machine; undefined where there is none. */
export const installedBrowser = () =>
  [process.env.CHROMIUM, ...BROWSERS.map((name) => `/usr/bin/${name}`)].find((path) => path && existsSync(path))
