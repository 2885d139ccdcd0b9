import { randomUUID } from 'node:crypto'
import { addDays, addMonths, dateOf } from '../../domain/dates.ts'
import {
  addVettingDocument,
  confirmVetting,
  proposeVetting,
} from '../../features/charity-vetting/vettings.contract.ts'
import type { TestApp } from '../app.ts'
import { pngOf } from '../factories/make-file.ts'
import { makeStaff, type Person } from '../factories/make-fund.ts'
import { command } from './examples/example.ts'

/** Vettings that another member of staff entered. */
export type FreshVettings = {
  /** Each call makes another. */
  freshVetting(): Promise<string>
  vettingWithDocument(): Promise<{ vettingId: string; documentId: string }>
  /** One in force that ends in 30 days. */
  endingVetting(): Promise<string>
  /** The same one for all readers. */
  documentToRead(): Promise<{ vettingId: string; documentId: string }>
}

export const unknownVettings: FreshVettings = {
  freshVetting: async () => randomUUID(),
  endingVetting: async () => randomUUID(),
  vettingWithDocument: async () => ({ vettingId: randomUUID(), documentId: randomUUID() }),
  documentToRead: async () => ({ vettingId: randomUUID(), documentId: randomUUID() }),
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
  const freshVetting = async (about: Partial<ReturnType<typeof vettingFieldsOf>> = {}) => {
    const body = command({ ...vettingFieldsOf(portal.clock.now()), ...about })
    return (await portal.call(proposeVetting, { body }, { as, idempotencyKey: randomUUID() })).reply.vettingId
  }
  const vettingWithDocument = async (about: Partial<ReturnType<typeof vettingFieldsOf>> = {}) => {
    const vettingId = await freshVetting(about)
    const sent = { params: { vettingId }, query: { name: 'Letter.png' }, upload: pngOf(4, 3) }
    const [document] = (await portal.call(addVettingDocument, sent, { as })).reply.documents
    return { vettingId, documentId: document?.documentId ?? '' }
  }
  let toRead: ReturnType<typeof vettingWithDocument> | undefined
  return {
    freshVetting: () => freshVetting(),
    vettingWithDocument: () => vettingWithDocument(),
    endingVetting: async () => {
      const expiresOn = addDays(dateOf(portal.clock.now(), 'UTC'), 30)
      const { vettingId } = await vettingWithDocument({ expiresOn })
      const second = await makeStaff(portal, { realm: staff.user.realm })
      await portal.call(
        confirmVetting,
        { params: { vettingId }, body: command({ note: 'The letter' }) },
        { as: second.session },
      )
      return vettingId
    },
    documentToRead: () => {
      toRead ??= vettingWithDocument()
      return toRead
    },
  }
}
