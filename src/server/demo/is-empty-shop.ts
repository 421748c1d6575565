import type { Database } from '#server/platform/database/connection.ts'
import { hasProductsOrOrders } from './empty-shop.queries.ts'

export const isEmptyShop = async (db: Database): Promise<boolean> => !(await hasProductsOrOrders(db))
