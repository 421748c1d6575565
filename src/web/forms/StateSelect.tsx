import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Select } from '#web/ui/fields.tsx'
import { statesQuery } from './states-query.ts'

type StateSelectProps = Omit<ComponentProps<typeof Select>, 'children' | 'label'> & {
  label?: string
  /** Label of the empty option. */
  none?: string
}

/** State selection; the value is the code. Shop pages load `statesQuery` beforehand. */
export function StateSelect({ none = 'Choose', ...select }: StateSelectProps) {
  const selected = (select.value ?? select.defaultValue) as string
  // Until the list loads, offers only the selected state.
  const states = useQuery(statesQuery()).data ?? [{ code: selected, name: selected }]
  return (
    <Select label="State" {...select}>
      <option value="">{none}</option>
      {states.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
