import { PageHead } from '../ui/PageHead.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { Comments } from './Comments.tsx'
import { Posts } from './Posts.tsx'

const tabs = [
  ['Newest', undefined],
  ['To approve', 'waiting'],
  ['Public', 'public'],
  ['Hidden', 'hidden'],
  ['Comments', 'comments'],
  ['Hidden comments', 'hidden_comments'],
] as const

/** What members write, and what is taken off the pages again (docs/decisions/0052). */
export default function ModerationPage() {
  const url = usePageUrl()
  const show = url.get('show')
  const known = tabs.find(([, key]) => key === show)?.[1]
  return (
    <>
      <PageHead title="Posts">
        <Tabs
          label="What is shown"
          tabs={tabs.map(([label, key]) => ({
            label,
            to: url.with({ show: key, after: undefined, search: undefined, post: undefined }),
            isCurrent: known === key,
          }))}
        />
      </PageHead>
      {known === 'comments' || known === 'hidden_comments' ? (
        <Comments onlyHidden={known === 'hidden_comments'} />
      ) : (
        <Posts show={known} />
      )}
    </>
  )
}
