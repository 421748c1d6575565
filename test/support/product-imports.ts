import type { ProductImport, ProductImportRow } from '#contract/catalog/product-imports.ts'
import { executeProductImport } from '#server/catalog/product-file/product-import.jobs.ts'
import type { appForSuite } from './app.ts'
import { requireOk } from './require-ok.ts'
import { openStaffBrowser } from './staff.ts'

type Suite = ReturnType<typeof appForSuite>
export type ImportFile = string | Uint8Array<ArrayBuffer>

/** Imports product files as a manager in the browser does, with the jobs carried out at once. */
export function importsOf(suite: Suite) {
  const manager = () => openStaffBrowser(suite, 'manager')
  const pathOf = (id: number, action: string) => `/admin/products/imports/${id}/${action}`
  const work = (id: number) => executeProductImport(suite().services, id)
  const read = async (id: number): Promise<ProductImport> =>
    requireOk(await (await manager()).get(`/admin/products/imports/${id}.json`))
  const upload = async (content: ImportFile, name = 'prices.csv') => {
    const form = new FormData()
    form.append('file', new File([content], name))
    return (await manager()).postForm('/admin/products/imports/upload', form)
  }
  const start = async ({ import_id, version }: ProductImport, body: object = {}) =>
    (await manager()).post(pathOf(import_id, 'start'), { expected_version: version, ...body })
  const undo = async (id: number) => (await manager()).post(pathOf(id, 'undo'), {})
  const preview = async (content: ImportFile, name?: string): Promise<ProductImport> => {
    const { import_id } = requireOk(await upload(content, name))
    await work(import_id)
    return read(import_id)
  }
  return {
    upload,
    work,
    read,
    start,
    undo,
    preview,
    rows: async (id: number, query = ''): Promise<ProductImportRow[]> =>
      requireOk(await (await manager()).get(`${pathOf(id, 'rows.json')}${query}`)).data,
    /** Imports a file after its preview. */
    async import(content: ImportFile, body: object = {}, name?: string): Promise<ProductImport> {
      const previewed = await preview(content, name)
      requireOk(await start(previewed, body))
      await work(previewed.import_id)
      return read(previewed.import_id)
    },
    async undoAll(id: number): Promise<ProductImport> {
      requireOk(await undo(id))
      await work(id)
      return read(id)
    },
  }
}
