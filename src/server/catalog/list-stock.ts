import {
  countDueProducts,
  countScarce,
  findDueCounts,
  findLowStock,
  findMovements,
  findStocked,
} from './stock.queries.ts'

/** Finds products by typed ID, handle or SKU; several if they share a SKU. */
export const findStockedProducts: typeof findStocked = findStocked

export const stockHistory: typeof findMovements = findMovements

export const listLowStock: typeof findLowStock = findLowStock

export const listDueCounts: typeof findDueCounts = findDueCounts

export const countLowStock: typeof countScarce = countScarce

export const countProductsToCount: typeof countDueProducts = countDueProducts
