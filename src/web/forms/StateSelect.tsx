import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Select } from '#web/ui/fields.tsx'
import { statesQuery } from './states-query.ts'

/** State selection; the page must have loaded `statesQuery`. */
export function StateSelect(field: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  const { data: states } = useSuspenseQuery(statesQuery())
  return (
    <Select label="State" {...field}>
      <option value="">Choose</option>
      {states.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
