import { type RawBuilder, sql } from 'kysely'
import { type CharityRegister, registeredStarts } from '../domain/charity-register.ts'

/** Whether a charity is on a register, by its id. */
export const isOfRegister = (
  charityId: RawBuilder<unknown>,
  register: CharityRegister,
): RawBuilder<unknown> =>
  register === 'none'
    ? sql`not (${charityId} ^@ any(${registeredStarts}::text[]))`
    : sql`starts_with(${charityId}, ${`${register}-`})`
