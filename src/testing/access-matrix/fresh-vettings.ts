import { randomUUID } from 'node:crypto'
import { addMonths, dateOf } from '../../domain/dates.ts'
import { addVettingPaper, proposeVetting } from '../../features/charity-vetting/vettings.contract.ts'
import type { TestApp } from '../app.ts'
import { pngOf } from '../factories/make-file.ts'
import type { Person } from '../factories/make-fund.ts'
import { command } from './examples/example.ts'

/** Vettings that another member of staff entered. */
export type FreshVettings = {
  /** Each call makes another. */
  freshVetting(): Promise<string>
  vettingWithPaper(): Promise<{ vettingId: string; paperId: string }>
  /** The same one for all readers. */
  paperToRead(): Promise<{ vettingId: string; paperId: string }>
}

export const unknownVettings: FreshVettings = {
  freshVetting: async () => randomUUID(),
  vettingWithPaper: async () => ({ vettingId: randomUUID(), paperId: randomUUID() }),
  paperToRead: async () => ({ vettingId: randomUUID(), paperId: randomUUID() }),
}

export const vettingFieldsOf = (now: Date) => ({
  name: 'Matrix Chapel',
  alsoKnownAs: '',
  street: '4 Pier Road',
  city: 'Lantern Cove',
  usState: 'ME',
  postalCode: '04101',
  basis: 'church' as const,
  finding: 'The letter of its treasurer',
  expiresOn: addMonths(dateOf(now, 'UTC'), 12),
  charityId: null,
  proposalId: null,
})

export function freshVettings(portal: TestApp, staff: Person): FreshVettings {
  const as = staff.session
  const freshVetting = async () => {
    const body = command(vettingFieldsOf(portal.clock.now()))
    return (await portal.call(proposeVetting, { body }, { as, idempotencyKey: randomUUID() })).reply.vettingId
  }
  const vettingWithPaper = async () => {
    const vettingId = await freshVetting()
    const sent = { params: { vettingId }, query: { name: 'Letter.png' }, upload: pngOf(4, 3) }
    const [paper] = (await portal.call(addVettingPaper, sent, { as })).reply.papers
    return { vettingId, paperId: paper?.paperId ?? '' }
  }
  let toRead: ReturnType<typeof vettingWithPaper> | undefined
  return {
    freshVetting,
    vettingWithPaper,
    paperToRead: () => {
      toRead ??= vettingWithPaper()
      return toRead
    },
  }
}
