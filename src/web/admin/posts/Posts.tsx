import { useCallback } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { useAdminQuery } from '../api/query.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { PostDrawer } from './PostDrawer.tsx'

type Post = AdminResponse<'managedPosts'>['data'][number]

export const postStates: Record<Post['state'], { label: string; tone: StateTone }> = {
  waiting: { label: 'To approve', tone: 'waiting' },
  public: { label: 'Public', tone: 'good' },
  hidden: { label: 'Hidden', tone: 'bad' },
  draft: { label: 'Draft', tone: 'idle' },
  scheduled: { label: 'Scheduled', tone: 'idle' },
}

export function Posts({ show }: { show: Post['state'] | undefined }) {
  const url = usePageUrl()
  const { get, change } = url
  const [search, after] = [get('search'), get('after')]
  const posts = useAdminQuery('managedPosts', {
    query: { ...(show && { show }), search: search ?? '', ...(after && { after }) },
  })
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  return (
    <>
      <SearchField label="Title or author" value={search ?? ''} onSearch={onSearch} className="mb-3 w-full sm:w-72" />
      <Loaded query={posts}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title={show === 'waiting' ? 'No posts to approve' : 'No posts here'}>
              {show === 'waiting'
                ? 'Posts appear here if the setting “Review posts before publishing” is on. Otherwise they’re published as soon as they’re saved.'
                : 'Posts by members appear here.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label="Posts"
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                hrefOf={({ id }) => url.with({ post: String(id) })}
                mobileRow={mobileRow}
                isStale={posts.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      <PostDrawer id={get('post')} onClose={() => change({ post: undefined })} />
    </>
  )
}

const State = ({ state }: Post) => <StateDot tone={postStates[state].tone}>{postStates[state].label}</StateDot>

const columns: readonly DataColumn<Post>[] = [
  {
    id: 'title',
    header: 'Post',
    cell: ({ title }) => <span className="block truncate">{title}</span>,
    className: 'max-w-72',
  },
  {
    id: 'excerpt',
    header: 'Begins',
    cell: ({ excerpt }) => <span className="block truncate text-muted">{excerpt}</span>,
    className: 'max-w-80 max-xl:hidden',
  },
  { id: 'author', header: 'Author', cell: ({ author }) => author.name, className: 'whitespace-nowrap' },
  {
    id: 'state',
    header: 'Status',
    cell: (post) => (
      <>
        <State {...post} />
        {post.hidden_reason && <span className="block text-small text-muted">{post.hidden_reason}</span>}
      </>
    ),
    className: 'max-w-64',
  },
  {
    id: 'at',
    header: 'Written',
    end: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
    className: 'whitespace-nowrap',
  },
]

const mobileRow = (post: Post) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="truncate font-[560]">{post.title}</span>
    <span className="truncate text-small text-muted">{post.excerpt}</span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="min-w-0 truncate">{post.author.name}</span>
      <State {...post} />
    </span>
  </span>
)
