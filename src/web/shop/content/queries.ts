import { callQuery } from '#web/api/query.ts'

export const contentPageQuery = (slug: string) => callQuery('contentPage', { params: { slug } })

export const contentPreviewQuery = (token: string) => callQuery('contentPreview', { params: { token } })
