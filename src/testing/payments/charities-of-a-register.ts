import { compareBook } from '../../features/register-changes/server/compare-registers.ts'
import type { TestApp } from '../app.ts'
import type { TestClock } from '../clock.ts'
import { type MadeCharity, makeCharity } from '../factories/make-charity.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { type IrsLine, importState } from '../registers/import-state.ts'
import { makeBankDetails } from './payment-calls.ts'

/** What the register says of the charity that moves: eligible, only a person may pay it, not eligible, or gone. */
export const registerStates = {
  listed: {},
  'to-a-person': { STATUS: '02' },
  'not-eligible': { FOUNDATION: '04' },
  gone: null,
} as const
export type RegisterState = keyof typeof registerStates

export type CharitiesOfARegister = {
  staysId: string
  movesId: string
  isListed: () => boolean
  /** Imports the next file of the register; `compares`: the job that looks for what the import means follows at once. */
  move: (state: RegisterState, compares: boolean) => Promise<void>
}

/** Two charities that are paid by transfer; the register's next files say the same of the first, and something else of the second. */
export async function charitiesOfARegister(portal: TestApp, clock: TestClock): Promise<CharitiesOfARegister> {
  const [stays, moves] = [await payee(portal), await payee(portal)]
  let state: RegisterState = 'listed'
  let files = 0
  const move = async (next: RegisterState, compares: boolean) => {
    state = next
    files += 1
    const columns = registerStates[state]
    const lines: IrsLine[] = [stays, ...(columns === null ? [] : [{ ...moves, ...columns }])]
    const day = new Date(Date.UTC(2026, 11, files)).toISOString().slice(0, 10)
    await importState(portal.databases, lines.map(withoutId), day)
    const { signal } = new AbortController()
    if (compares) await compareBook(portal.databases.book('npt'), { book: 'npt', clock, signal })
  }
  await move('listed', true)
  return { staysId: stays.charityId, movesId: moves.charityId, isListed: () => state === 'listed', move }
}

const withoutId = ({ charityId: _charityId, ...line }: IrsLine & { charityId?: string }): IrsLine => line

async function payee(portal: TestApp): Promise<MadeCharity> {
  const charity = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charity.charityId, { default_payment_type_code: 16 })
  await makeBankDetails(portal, charity.charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  return charity
}
