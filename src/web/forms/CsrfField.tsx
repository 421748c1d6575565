import { usePersonal } from '#web/api/personal.ts'

/**
 * Anti-forgery token of a form that must work before scripts load. Every such field splits the cached page in two, so
 * many small forms (a listing's cards) should share one: `<form id="quick-add">` with this field, and buttons `<button
 * form="quick-add" name="id" value="7">`.
 */
export function CsrfField() {
  return <input type="hidden" name="_csrf" value={usePersonal('csrf')} suppressHydrationWarning />
}
