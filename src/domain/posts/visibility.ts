/** Draft: only its author sees it. Scheduled: public from `publish_at` on. Waiting: for approval. Hidden: by staff. */
export type Visibility = 'public' | 'waiting' | 'hidden' | 'draft' | 'scheduled'

type SavedState = {
  /** The author's choice; undefined keeps a draft a draft. */
  status: 'published' | 'draft' | undefined
  /** Undefined for a new post. */
  before: Visibility | undefined
  publishAt: Date | null
  now: Date
  /** Whether staff approve posts before they are public. */
  needsApproval: boolean
}

/** Returns who sees a post that its author saves. Saving does not restore a post that staff have hidden. */
export function decideVisibility({ status, before, publishAt, now, needsApproval }: SavedState): Visibility {
  if (before === 'hidden') return 'hidden'
  if (status === 'draft' || (status === undefined && before === 'draft')) return 'draft'
  return needsApproval ? 'waiting' : approvedVisibility(publishAt, now)
}

/** An approved post becomes public when its author planned it. */
export const approvedVisibility = (publishAt: Date | null, now: Date): Visibility =>
  publishAt !== null && publishAt > now ? 'scheduled' : 'public'
