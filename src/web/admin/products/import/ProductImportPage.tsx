import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { adminQuery } from '../../api/query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { LoadedPage } from '../../ui/states.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportUpload } from './ImportUpload.tsx'
import { describeRefusal, isWorking, type ProductImport } from './import-labels.ts'

const POLL_INTERVAL_MS = 1_000

/** An import from its preview to its result: first what it would change, then what it did (docs/back-office §3). */
export default function ProductImportPage() {
  const { import_id = '' } = useParams()
  const query = useQuery({
    ...adminQuery('productImport', { params: { import_id: Number(import_id) } }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? POLL_INTERVAL_MS : false),
  })
  useReloadAfterWork(query.data)
  return (
    <LoadedPage query={query} label="The import">
      {(loaded) => <ImportStep key={loaded.import_id} run={loaded} />}
    </LoadedPage>
  )
}

/** Reads everything else again once a job has changed products. */
function useReloadAfterWork(run: ProductImport | undefined): void {
  const client = useQueryClient()
  const working = run && isWorking(run)
  const [wasWorking, setWasWorking] = useState(working)
  useEffect(() => {
    if (wasWorking && working === false) {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name) !== 'productImport' })
    }
    setWasWorking(working)
  }, [working, wasWorking, client])
}

function ImportStep({ run }: { run: ProductImport }) {
  switch (run.state) {
    case 'reading':
      return <Progress run={run} title="Reading the file" note="Nothing is changed yet." />
    case 'ready':
      return <ImportPreview run={run} />
    case 'refused':
      return <Unreadable run={run} />
    case 'importing':
      return <Progress run={run} title="Importing" note="You can leave this page." />
    case 'undoing':
      return <Progress run={run} title="Undoing the import" note="You can leave this page." />
    case 'imported':
    case 'undone':
    case 'failed':
      return <ImportResult run={run} />
  }
}

function Progress({ run, title, note }: { run: ProductImport; title: string; note: string }) {
  const label = `${run.percent}% done`
  return (
    <>
      <PageHeader title={run.file_name} part="Import" />
      <div role="status" className="grid max-w-form gap-2 rounded-card border border-hairline bg-raised p-5">
        <p className="font-[560]">{title}</p>
        <ProgressBar label={label} percent={run.percent} />
        <p className="text-small text-muted">
          {label} … {note}
        </p>
      </div>
    </>
  )
}

function Unreadable({ run }: { run: ProductImport }) {
  return (
    <>
      <PageHeader
        title={run.file_name}
        part="Import"
        actions={<ButtonLink to={adminPaths.productImports}>All imports</ButtonLink>}
      />
      <div className="grid gap-6">
        <Alert tone="danger" className="max-w-text">
          <p>This file can’t be read. Nothing was changed.</p>
          {run.refusal && <p className="font-normal">{describeRefusal(run.refusal)}</p>}
        </Alert>
        <ImportUpload />
      </div>
    </>
  )
}
