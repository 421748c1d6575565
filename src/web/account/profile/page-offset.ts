import { ACCOUNT_PAGE_SIZE } from '#contract/base/limits.ts'

/** Query input for a page of a personal list; pages start at 1. */
export const pageOffset = (page: number) => ({ query: { offset: (page - 1) * ACCOUNT_PAGE_SIZE } })
