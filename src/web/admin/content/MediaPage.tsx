import { adminPaths } from '#contract/admin-paths.ts'
import type { MediaPicture, mediaUses } from '#contract/content/media.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Filters } from '../ui/Filter.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { LibraryPicture } from './LibraryPicture.tsx'
import { PictureDrawer } from './PictureDrawer.tsx'
import { countPlaces, pictureName, pictureSize } from './picture-labels.ts'
import { UploadArea } from './UploadArea.tsx'

const filters = [{ param: 'use', label: 'Use', options: { used: 'In use', unused: 'Unused' } }]

/** Every picture of the shop once, with the places that show it (docs/back-office §9). */
export default function MediaPage() {
  const url = usePageUrl()
  const [search, after] = [url.get('search') ?? '', url.get('after')]
  const use = (url.get('use') ?? 'all') as (typeof mediaUses)[number]
  const pictures = useAdminQuery('media', { query: { search, use, ...(after && { after: Number(after) }) } })
  const isFiltered = search !== '' || use !== 'all'
  return (
    <>
      <PageLink to={adminPaths.content} className="text-link text-small">
        Content
      </PageLink>
      <PageHeader title="Pictures">
        <UploadArea label="Add pictures" multiple />
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            label="File name or alt text"
            value={search}
            onSearch={(text) => url.change({ search: text, after: undefined }, { replace: true })}
            className="w-full sm:w-72"
          />
          <Filters choices={filters} />
        </div>
      </PageHeader>
      <Loaded query={pictures}>
        {({ data, next, count }) =>
          data.length === 0 ? (
            <Empty title={isFiltered ? 'No pictures found' : 'No pictures yet'}>
              {isFiltered
                ? 'No picture matches this search.'
                : 'Pictures of products, categories, posts and pages appear here. Add the first ones above.'}
            </Empty>
          ) : (
            <div className="grid grid-cols-1 gap-3" aria-busy={pictures.isPlaceholderData}>
              <p className="text-small text-muted">
                {formatWhole(count)} {count === 1 ? 'picture' : 'pictures'}
              </p>
              <ul
                aria-label="Pictures"
                className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
              >
                {data.map((picture) => (
                  <li key={picture.id}>
                    <Tile picture={picture} to={url.with({ picture: String(picture.id) })} />
                  </li>
                ))}
              </ul>
              <NextPageLink next={next} />
            </div>
          )
        }
      </Loaded>
      <PictureDrawer id={url.get('picture')} onClose={() => url.change({ picture: undefined })} />
    </>
  )
}

const Tile = ({ picture, to }: { picture: MediaPicture; to: string }) => (
  <PageLink to={to} preventScrollReset className="group grid grid-cols-1 gap-2">
    <LibraryPicture picture={picture} className="aspect-square group-hover:opacity-90" />
    <span className="grid grid-cols-1">
      <span className="truncate font-[520] group-hover:underline">{pictureName(picture)}</span>
      <span className="text-small text-muted">{pictureSize(picture)}</span>
      <span className="text-small text-muted">
        {countPlaces(picture.use_count)}
        {picture.alt === '' && ' · No alt text'}
      </span>
    </span>
  </PageLink>
)
