import { Link } from 'react-router'
import { paths } from './paths.ts'

/** The same for every address, so that the page cache keeps one of it. */
export function NotFoundPage() {
  return (
    <>
      <title>Page not found</title>
      <meta name="robots" content="noindex" />
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or what was here is no longer sold.</p>
      <Link to={paths.packages}>See all packages</Link>
    </>
  )
}
