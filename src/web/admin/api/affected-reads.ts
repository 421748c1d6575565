import type { Query } from '@tanstack/react-query'
import { type AdminCallName, type AdminWriteName, adminCallPath, adminCallPaths } from '#contract/admin-call-paths.ts'

const POSTS = ['posts', 'comments', 'replies']

/**
 * Subjects, by the first part of their path, whose changes show only in reads of these subjects and in summaries.
 * Changes of any other subject can show everywhere: an order changes stock, money, members and months.
 */
const containedSubjects: Record<string, readonly string[]> = {
  comments: POSTS,
  content: ['content'],
  me: ['me', 'staff'],
  newsletter: ['newsletter', 'newsletters'],
  newsletters: ['newsletter', 'newsletters', 'mails'],
  messages: ['messages', 'mails'],
  posts: POSTS,
  replies: POSTS,
  staff: ['staff', 'approvals', 'me'],
  terms: ['terms'],
  upload: [],
  views: ['views'],
}
const SUMMARIES = ['audit', 'changes', 'dashboard']

/** Writes that only compute something; the preview of a month is stored and shown to others. */
const changesNothing = (write: AdminWriteName): boolean =>
  (write.startsWith('preview') && write !== 'previewMonth') || write === 'quoteStaffOrder'

/** Undefined for queries that no call answers, such as the preview of an email. */
const subjectOf = (call: unknown): string | undefined =>
  isCall(call)
    ? adminCallPath(call)
        .split('/')[2]
        ?.replace(/\.json$/, '')
    : undefined
const isCall = (name: unknown): name is AdminCallName =>
  typeof name === 'string' && (name in adminCallPaths.GET || name in adminCallPaths.POST)

/** Selects the queries whose response the write can have changed. */
export function affectedBy(write: AdminWriteName): (query: Pick<Query, 'queryKey'>) => boolean {
  if (changesNothing(write)) return () => false
  const contained = containedSubjects[subjectOf(write) ?? '']
  if (!contained) return () => true
  return ({ queryKey: [read] }) => {
    const subject = subjectOf(read)
    return subject !== undefined && (contained.includes(subject) || SUMMARIES.includes(subject))
  }
}
