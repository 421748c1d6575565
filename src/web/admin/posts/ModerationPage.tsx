import { PageHeader } from '../ui/PageHeader.tsx'
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

/** Moderation of members' posts and comments (docs/decisions/0052). */
export default function ModerationPage() {
  const url = usePageUrl()
  const show = url.get('show')
  const view = tabs.find(([, key]) => key === show)?.[1]
  return (
    <>
      <PageHeader title="Posts">
        <Tabs
          label="Show"
          tabs={tabs.map(([label, key]) => ({
            label,
            to: url.with({ show: key, after: undefined, search: undefined, post: undefined }),
            isCurrent: view === key,
          }))}
        />
      </PageHeader>
      <ModerationView view={view} />
    </>
  )
}

function ModerationView({ view }: { view: (typeof tabs)[number][1] }) {
  switch (view) {
    case 'comments':
    case 'hidden_comments':
      return <Comments onlyHidden={view === 'hidden_comments'} />
    default:
      return <Posts show={view} />
  }
}
