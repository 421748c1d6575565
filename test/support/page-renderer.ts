import type { Renderer } from '#server/http/pages/renderer.ts'
import { bundles, personalBlock, render } from '#web/entry.server.tsx'

/** Renders the pages from their sources, without styles and scripts. */
export const sourceRenderer: Renderer = {
  servedPages: bundles.flatMap(({ servedPages }) => servedPages),
  render: (input) => render({ ...input, headFor: () => '' }),
  personalBlock,
  serveAssets: async () => {},
  inline: { styles: [], scripts: [] },
  live: false,
}
