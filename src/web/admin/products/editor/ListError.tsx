import { useContext } from 'react'
import { FieldContext } from '#web/ui/fields.tsx'

/** Error of a list, such as the pictures; focused like an invalid field. */
export function ListError({ name }: { name: string }) {
  const error = useContext(FieldContext).errors[name]
  return (
    error && (
      <p role="alert" tabIndex={-1} data-list-error className="text-small font-[520] text-danger">
        {error}
      </p>
    )
  )
}
