import type { ComponentProps } from 'react'
import { Select } from '#web/ui/fields.tsx'
import { useStates } from '../client/use-states.ts'

type StateSelectProps = Omit<ComponentProps<typeof Select>, 'children' | 'label'> & {
  label?: string
  /** Label of the empty option. */
  none?: string
}

/** State selection; the value is the code. */
export function StateSelect({ label = 'State', none = 'Choose', ...select }: StateSelectProps) {
  const chosen = String(select.value ?? select.defaultValue ?? '')
  // Until the list loads, offers only the selected state.
  const states = useStates() ?? (chosen === '' ? [] : [{ code: chosen, name: chosen }])
  return (
    <Select label={label} {...select}>
      <option value="">{none}</option>
      {states.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
