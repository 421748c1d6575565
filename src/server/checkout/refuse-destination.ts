import { refuse } from '#domain/result.ts'

/** Refuses an undeliverable staff order or edit. Throws for any other refusal, none of which applies to staff. */
export function refuseDestination(code: string) {
  switch (code) {
    case 'state_not_found':
    case 'zip_not_served':
    case 'method_not_offered':
      return refuse({ code })
    default:
      throw new Error(`the price of an order was refused: ${code}`)
  }
}
