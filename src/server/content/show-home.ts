import type { Home } from '#contract/content/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findHome } from './content.queries.ts'
import { presentSlide } from './present-content.ts'

/** Returns the home page's content, except its products. */
export async function showHome(db: Database): Promise<Pick<Home, 'slides' | 'popups'>> {
  const { slides, popups } = await findHome(db)
  return { slides: slides.map(presentSlide), popups }
}
