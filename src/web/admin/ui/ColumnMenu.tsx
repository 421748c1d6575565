import Columns from 'lucide-react/icons/columns-3'
import { IconButton } from './Button.tsx'
import type { DataColumn } from './DataTable.tsx'
import { Menu, MenuChoice } from './Menu.tsx'
import { usePageUrl } from './use-page-url.ts'

/** Ids of the visible columns, from the URL; the first column is always visible. */
export function useVisibleColumns<Row>([, ...columns]: readonly DataColumn<Row>[]): readonly string[] {
  const { get } = usePageUrl()
  return get('columns')?.split(',') ?? columns.filter(({ hiddenByDefault }) => !hiddenByDefault).map(({ id }) => id)
}

/** Chooses the columns of a table. The choice is in the URL; saved views keep it. */
export function ColumnMenu<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  const { change } = usePageUrl()
  const visible = useVisibleColumns(columns)
  const [first, ...optional] = columns
  return (
    <Menu
      trigger={
        <IconButton label="Columns" className="ml-auto max-sm:hidden">
          <Columns size={17} aria-hidden />
        </IconButton>
      }
    >
      {optional.map(({ id, header }) => (
        <MenuChoice
          key={id}
          checked={visible.includes(id)}
          onChange={(checked) => {
            const ids = checked ? [...visible, id] : visible.filter((columnId) => columnId !== id)
            change({ columns: ids.join(',') || first?.id }, { replace: true })
          }}
        >
          {header}
        </MenuChoice>
      ))}
    </Menu>
  )
}
