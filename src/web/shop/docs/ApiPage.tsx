import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callUrl } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { describeType, listFields } from './describe-schema.ts'
import { apiQuery, type Description, type Operation } from './queries.ts'

const BACK_OFFICE = 'back-office'
const BACK_OFFICE_TAG = 'Back office'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'API' }]

/**
 * HTTP API for readers, with the back office's calls in a separate section; programs read the same document at
 * /openapi.json.
 */
export default function ApiPage() {
  const { data } = useSuspenseQuery(apiQuery())
  const { paths: apiPaths } = data as Description
  const [search] = useSearchParams()
  const section = search.get('part') === BACK_OFFICE ? BACK_OFFICE : 'shop'
  const calls = Object.entries(apiPaths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .filter(({ operation: { tags = [] } }) => tags.includes(BACK_OFFICE_TAG) === (section === BACK_OFFICE))
  return (
    <PageFrame crumbs={crumbs} title="The HTTP API">
      <PageHead title="API" description="Every call with its parameters and responses." path={paths.apiDocs} />
      <BreadcrumbData crumbs={crumbs} />
      <div className="grid grid-cols-1 gap-10 [&_code]:wrap-anywhere">
        <div className="grid max-w-text gap-3">
          <p>
            Bodies are JSON, form-encoded or multipart. Money is in dollars with up to two decimals; times are ISO 8601
            in UTC. Errors are <code>application/problem+json</code>: <code>detail</code> is the message to show, and{' '}
            <code>errors</code> has messages by field.
          </p>
          <p>
            Calls that change something need the page’s token from <code>{'<meta name="csrf-token">'}</code> in the{' '}
            <code>X-CSRF-Token</code> header. Machine-readable:{' '}
            <a className="text-link" href={callUrl('apiDescription')}>
              OpenAPI 3.1
            </a>
            .
          </p>
          <p>
            {section === BACK_OFFICE ? (
              <>
                These are the back-office calls. See also the{' '}
                <PageLink className="text-link" to={paths.apiDocs}>
                  shop calls
                </PageLink>
                .
              </>
            ) : (
              <>
                These are the shop calls. See also the{' '}
                <PageLink className="text-link" to={`${paths.apiDocs}?part=${BACK_OFFICE}`}>
                  back-office calls
                </PageLink>
                .
              </>
            )}
          </p>
        </div>
        {calls.map((call) => (
          <ApiCall key={`${call.method} ${call.path}`} {...call} />
        ))}
      </div>
    </PageFrame>
  )
}

function ApiCall({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content['application/json']?.schema
  const [status, reply] = Object.entries(operation.responses)[0] ?? []
  const responseSchema = reply?.content?.['application/json']?.schema
  const problems = Object.keys(operation.responses).filter((code) => code !== status)
  const parameters = operation.parameters.map(({ name, required, schema, in: location }) => ({
    name,
    required,
    type: describeType(schema),
    note: location,
  }))
  return (
    <section aria-label={`${method} ${path}`} className="grid gap-4 border-t border-hairline pt-6">
      <h2 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-lead">
        <span className="text-note font-[560] text-muted">{method}</span>
        <code className="break-all">{path}</code>
      </h2>
      <p>{operation.summary}</p>
      <Fields title="Parameters" fields={parameters} />
      {body && <Fields title="Body" fields={listFields(body)} />}
      {responseSchema && (
        <Fields
          title={`Response ${status}`}
          fields={listFields(responseSchema.items ?? responseSchema)}
          fallback={describeType(responseSchema)}
        />
      )}
      <p className="text-note text-muted">Errors: {problems.join(', ')}</p>
    </section>
  )
}

type FieldsProps = {
  title: string
  fields: readonly { name: string; type: string; required: boolean; note: string }[]
  fallback?: string
}

function Fields({ title, fields, fallback }: FieldsProps) {
  if (fields.length === 0) return fallback ? <p className="text-note text-muted">{`${title}: ${fallback}`}</p> : null
  return (
    <details>
      <summary className="text-note font-[560]">
        {title} <span className="font-normal text-muted">({fields.length})</span>
      </summary>
      <ul className="mt-2 grid gap-1.5 text-note">
        {fields.map(({ name, type, required, note }) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <code className="font-[560]">{name}</code>
            <span className="text-muted">{[type, required ? '' : 'optional', note].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
