import type { Query } from '@tanstack/react-query'
import { type AdminCallName, type AdminWriteName, adminCallPath } from '#contract/admin-paths.ts'

const POSTS = ['posts', 'comments', 'replies']

/**
 * Subjects, by the first part of their path, whose changes show only in reads of these subjects and in summaries.
 * Changes of any other subject can show everywhere: an order changes stock, money, members and months.
 */
const containedSubjects: Record<string, readonly string[]> = {
  comments: POSTS,
  me: ['me', 'staff'],
  newsletter: ['newsletter', 'newsletters'],
  newsletters: ['newsletter', 'newsletters', 'mails'],
  posts: POSTS,
  replies: POSTS,
  staff: ['staff', 'approvals', 'me'],
  terms: ['terms'],
  upload: [],
  views: ['views'],
}
const SUMMARIES = ['audit', 'changes', 'dashboard']

/** Writes that only compute something. */
const changesNothing = (write: AdminWriteName): boolean => write.startsWith('preview') || write === 'quoteStaffOrder'

const subjectOf = (call: AdminCallName): string => (adminCallPath(call).split('/')[2] ?? '').replace(/\.json$/, '')

/** Selects the queries whose response the write can have changed. */
export function affectedBy(write: AdminWriteName): (query: Pick<Query, 'queryKey'>) => boolean {
  if (changesNothing(write)) return () => false
  const contained = containedSubjects[subjectOf(write)]
  if (!contained) return () => true
  return ({ queryKey: [read] }) => {
    const subject = subjectOf(read as AdminCallName)
    return contained.includes(subject) || SUMMARIES.includes(subject)
  }
}
