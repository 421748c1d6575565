import * as z from 'zod/mini'
import {
  optionalText,
  personName,
  phoneNumber,
  requiredText,
  stateText,
  textOrNull,
  tidyPhoneNumber,
  tidyState,
  uncheckedText,
  zipText,
} from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import type { Address } from '#domain/addresses/address.ts'
import { toFiveDigits } from '#domain/addresses/zip.ts'

/** Requires a schema for every field of an address, and forbids any other. */
type AddressShape = { [Field in keyof Address]: z.ZodMiniType<Address[Field]> }

/** An address as entered in a form. */
export const EnteredAddress = z.object({
  first_name: personName(formMessages.firstNameRequired),
  last_name: personName(formMessages.lastNameRequired),
  company: textOrNull(),
  phone_number: phoneNumber(formMessages.phoneRequired),
  address_1: requiredText(formMessages.addressRequired),
  address_2: optionalText(),
  city: requiredText(formMessages.cityRequired),
  state: stateText(formMessages.stateRequired),
  zip: zipText(formMessages.zipRequired),
} satisfies AddressShape)

/** Address fields of a form that may not need them; accepts the same values as `EnteredAddress`. */
export const uncheckedAddress = {
  first_name: uncheckedText(),
  last_name: uncheckedText(),
  company: textOrNull(uncheckedText()),
  phone_number: uncheckedText(tidyPhoneNumber),
  address_1: uncheckedText(),
  address_2: uncheckedText(),
  city: uncheckedText(),
  state: uncheckedText(tidyState),
  zip: uncheckedText(toFiveDigits),
} satisfies AddressShape

/** An address as it was written, with its HTML for display. */
export const PrintedAddress = z.object({
  ...({
    first_name: z.string(),
    last_name: z.string(),
    company: z.nullable(z.string()),
    phone_number: z.string(),
    address_1: z.string(),
    address_2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  } satisfies AddressShape),
  /** Built from escaped parts (docs/security §2, ASVS 1.3.1). */
  full_address: z.string(),
})
