import {
  countDueProducts,
  countScarce,
  findDueCounts,
  findLowStock,
  findMovements,
  findStocked,
} from './stock.queries.ts'

/** A product by what somebody typed: id, handle or SKU; several if a SKU is. */
export const findStockedProducts: typeof findStocked = findStocked

export const stockHistory: typeof findMovements = findMovements

export const listLowStock: typeof findLowStock = findLowStock

export const listDueCounts: typeof findDueCounts = findDueCounts

export const countLowStock: typeof countScarce = countScarce

export const countProductsToCount: typeof countDueProducts = countDueProducts
