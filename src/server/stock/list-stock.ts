import { countDueProducts, countScarce } from './stock.queries.ts'

export const countLowStock: typeof countScarce = countScarce

export const countProductsToCount: typeof countDueProducts = countDueProducts
