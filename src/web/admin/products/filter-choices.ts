import { ProductFilter } from '#contract/catalog/admin-calls.ts'
import type { FilterChoice } from '../ui/Filter.tsx'
import { categoryLabels, issueLabels, kindLabels, type ProductChoices, statusLabels } from './product-labels.ts'

/** Filters of the product list besides the search. */
export const buildFilterChoices = (choices: ProductChoices | undefined): readonly FilterChoice[] => [
  { param: 'status', label: 'Status', options: statusLabels },
  {
    param: 'category_id',
    label: 'Category',
    options: new Map([
      ['0', 'No category'],
      ...[...(choices ? categoryLabels(choices) : [])].map(([id, label]): [string, string] => [String(id), label]),
    ]),
  },
  { param: 'kind', label: 'Kind', options: kindLabels },
  { param: 'vendor', label: 'Vendor', options: new Map(choices?.vendors.map((vendor) => [vendor, vendor])) },
  { param: 'issue', label: 'To do', options: issueLabels },
]

export const filterParams: readonly string[] = Object.keys(ProductFilter.shape)
