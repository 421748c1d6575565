import { ownMessages } from '#contract/messages.ts'
import type { Failure } from './failure.ts'
import { paths } from './paths.ts'

/** Says what happened and offers the next step. Plain links: after a fault a fresh page is the safer one. */
export function ErrorPage({ status, detail, requestId }: Failure) {
  return (
    <>
      <title>Something went wrong</title>
      <meta name="robots" content="noindex" />
      <h1>{status === 503 ? 'We are not quite there' : 'Something went wrong'}</h1>
      <p>{detail ?? ownMessages.tryAgain}</p>
      {requestId && <p>Request {requestId}</p>}
      <a href={paths.home}>Go to the home page</a>
    </>
  )
}
