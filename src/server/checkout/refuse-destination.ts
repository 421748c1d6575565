import { refuse } from '#domain/result.ts'

/** Why a staff order or an edit cannot go where it should; nothing else of a customer's pricing can be refused to staff. */
export function refuseDestination(code: string) {
  switch (code) {
    case 'state_unknown':
    case 'zip_not_served':
    case 'method_not_offered':
      return refuse({ code })
    default:
      throw new Error(`the price of an order was refused: ${code}`)
  }
}
