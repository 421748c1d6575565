import { tooLarge } from '#server/http/bodies.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { QuotaRefusal } from './record-file.ts'
import { type PictureRefusal, pictureSentences } from './store-picture.ts'

const SENTENCES: Record<QuotaRefusal, string> = {
  account_quota: 'Your account has stored as many files as it may. Please delete some of them from your posts.',
  shop_quota: 'The shop cannot store more files at the moment. Please try again another day.',
}

export const overQuota = (refusal: QuotaRefusal): ProblemError => tooLarge(SENTENCES[refusal])

export const pictureProblem = (refusal: PictureRefusal): ProblemError =>
  problem(refusal === 'no_picture' || refusal === 'heic' ? 415 : 422, pictureSentences[refusal], {
    file: pictureSentences[refusal],
  })
