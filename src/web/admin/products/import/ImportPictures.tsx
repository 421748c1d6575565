import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { countPictures, type ProductImport } from './import-labels.ts'

/** Fetches the pictures of which the file has only addresses, and lists those that failed with the reason. */
export function ImportPictures({ run }: { run: ProductImport }) {
  const { fetching, open, waiting, stored, failed } = run.pictures
  const params = { import_id: run.import_id }
  const fetchPictures = useAdminMutation('fetchImportPictures', {
    answers: () => adminQuery('productImport', { params }).queryKey,
  })
  if (open + waiting + stored + failed === 0) return null
  const total = waiting + stored + failed
  const label = `${(stored + failed).toLocaleString('en-US')} of ${countPictures(total)} done`
  const fetchable = open + failed
  return (
    <Section
      title="Pictures"
      actions={
        !fetching &&
        fetchable > 0 && (
          <Button
            kind="quiet"
            busy={fetchPictures.isPending}
            onClick={() => fetchPictures.mutate({ params, body: {} })}
          >
            {open === 0 ? 'Try again' : `Fetch ${countPictures(fetchable)}`}
          </Button>
        )
      }
    >
      <div className="grid max-w-text gap-3 pt-3">
        {fetching ? (
          <div role="status" className="grid max-w-form gap-2">
            <ProgressBar label={label} percent={Math.round(((stored + failed) / Math.max(1, total)) * 100)} />
            <p className="text-small text-muted">{label} … You can leave this page.</p>
          </div>
        ) : (
          <p>
            {open > 0 &&
              `${countPictures(open)} ${open === 1 ? 'has' : 'have'} only a web address, so customers don’t see ${open === 1 ? 'it' : 'them'} yet. `}
            {stored > 0 && `${countPictures(stored)} fetched. `}
            {failed > 0 && `${countPictures(failed)} could not be fetched.`}
          </p>
        )}
        {!fetching && failed > 0 && <FailedPictures run={run} />}
      </div>
    </Section>
  )
}

function FailedPictures({ run: { import_id, pictures } }: { run: ProductImport }) {
  const failures = useQuery(adminQuery('productImportPictures', { params: { import_id } }))
  return (
    <Loaded query={failures}>
      {({ data }) => (
        <ul aria-label="Pictures that failed" className="grid max-h-80 gap-2 overflow-y-auto text-small wrap-anywhere">
          {data.map(({ url, error }) => (
            <li key={url}>
              <span className="block text-danger">{error}</span>
              {url}
            </li>
          ))}
          {pictures.failed > data.length && <li>and {countPictures(pictures.failed - data.length)} more</li>}
        </ul>
      )}
    </Loaded>
  )
}
