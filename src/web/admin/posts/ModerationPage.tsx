import { PageHead } from '../ui/PageHeader.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { Comments } from './Comments.tsx'
import { Posts } from './Posts.tsx'
import { ShopTexts } from './ShopTexts.tsx'

const tabs = [
  ['Newest', undefined],
  ['To approve', 'waiting'],
  ['Public', 'public'],
  ['Hidden', 'hidden'],
  ['Comments', 'comments'],
  ['Hidden comments', 'hidden_comments'],
  ['Home and help', 'shop'],
] as const

/** Moderation of members' posts and comments (docs/decisions/0052), and the texts of the shop's own pages. */
export default function ModerationPage() {
  const url = usePageUrl()
  const show = url.get('show')
  const known = tabs.find(([, key]) => key === show)?.[1]
  return (
    <>
      <PageHead title="Posts">
        <Tabs
          label="Show"
          tabs={tabs.map(([label, key]) => ({
            label,
            to: url.with({ show: key, after: undefined, search: undefined, post: undefined }),
            isCurrent: known === key,
          }))}
        />
      </PageHead>
      <Shown what={known} />
    </>
  )
}

function Shown({ what }: { what: (typeof tabs)[number][1] }) {
  switch (what) {
    case 'shop':
      return <ShopTexts />
    case 'comments':
    case 'hidden_comments':
      return <Comments onlyHidden={what === 'hidden_comments'} />
    default:
      return <Posts show={what} />
  }
}
