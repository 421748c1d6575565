import { ACCOUNT_PAGE_SIZE } from '#contract/limits.ts'

/** The input of a call that lists something of the user's own, for a page from 1. */
export const pageOffset = (page: number) => ({ query: { offset: (page - 1) * ACCOUNT_PAGE_SIZE } })
