import { adminPaths } from '#contract/admin-paths.ts'
import type { DocumentKey, ListedDocument, SingleKind } from '#contract/content/documents.ts'
import { fillPath } from '#contract/paths.ts'
import type { StateTone } from '../ui/StateDot.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'

/** Editors of the kinds with a single document. */
const editorPaths: Record<SingleKind, string> = {
  home: adminPaths.homeContent,
  slides: adminPaths.slides,
  notices: adminPaths.notices,
  announcement: adminPaths.announcement,
  faqs: adminPaths.faqs,
  finder: adminPaths.finder,
  navigation: adminPaths.navigation,
  not_found: adminPaths.notFoundTexts,
  brand: adminPaths.brand,
}

export const editorPath = (document: DocumentKey): string =>
  typeof document === 'number' ? fillPath(adminPaths.contentPage, { document }) : editorPaths[document]

type State = Pick<ListedDocument, 'number' | 'published_number' | 'scheduled_number' | 'scheduled_for'>

/** Whether the newest version is a draft that visitors do not see. */
export const hasDraft = ({ number, published_number }: State): boolean => number > 0 && number !== published_number

/** Describes what visitors see, and what is about to change. */
export function describeState(document: State): { label: string; tone: StateTone } {
  const { published_number, scheduled_for, number } = document
  if (scheduled_for !== null) return { label: `Scheduled for ${formatDateTime(scheduled_for)}`, tone: 'waiting' }
  if (number === 0) return { label: 'Standard text', tone: 'good' }
  if (published_number === null) return { label: 'Draft', tone: 'idle' }
  return hasDraft(document)
    ? { label: 'Published, with a draft', tone: 'waiting' }
    : { label: 'Published', tone: 'good' }
}
