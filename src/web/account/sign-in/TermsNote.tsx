import type { UseFormRegisterReturn } from 'react-hook-form'
import { paths } from '#web/api/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** Terms accepted by registering; the form sends the displayed version. */
export const TermsNote = (props: { doing: string; version: number; field: UseFormRegisterReturn }) => (
  <p className="text-note text-muted">
    <input type="hidden" {...props.field} defaultValue={props.version} />
    By {props.doing}, you accept our{' '}
    <PageLink to={paths.terms} className="text-link underline">
      terms
    </PageLink>
    .
  </p>
)
