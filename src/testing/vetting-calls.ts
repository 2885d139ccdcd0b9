import { randomUUID } from 'node:crypto'
import {
  addVettingDocument,
  confirmVetting,
  declineVetting,
  listVettings,
  proposeVetting,
  type Vetting,
} from '../features/charity-vetting/vettings.contract.ts'
import type { TestApp } from './app.ts'
import { pdfOf } from './factories/make-file.ts'
import type { Person } from './factories/make-fund.ts'

type VettingPeople = { one: Person; two: Person }

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

/** A church in Maine, whose name has this number. */
export const vettingFields = (number: number) => ({
  name: `Quillwater Chapel of Lantern Cove ${number}`,
  alsoKnownAs: '',
  street: '4 Pier Road',
  city: 'Lantern Cove',
  usState: 'ME',
  postalCode: '04101',
  basis: 'church' as const,
  finding: 'Listed in the directory of its denomination; letter of its treasurer of October 20',
  expiresOn: '2028-10-31' as Vetting['expiresOn'],
})
type Entered = Partial<ReturnType<typeof vettingFields>> & { charityId?: string; proposalId?: string }

/** The requests of vetting tests: one person enters, the other confirms. `number` makes names distinct. */
export function vettingCalls(portal: TestApp, people: () => VettingPeople & { number: number }) {
  const numbered = () => vettingFields(people().number)
  const enter = (
    { charityId, proposalId, ...changed }: Entered = {},
    { as = people().one, idempotencyKey = randomUUID() }: { as?: Person; idempotencyKey?: string } = {},
  ) =>
    portal.call(
      proposeVetting,
      {
        body: body({
          ...numbered(),
          ...changed,
          charityId: charityId ?? null,
          proposalId: proposalId ?? null,
        }),
      },
      { as: as.session, idempotencyKey },
    )
  const addDocument = (
    vettingId: string,
    { as = people().one, upload = pdfOf() as Uint8Array<ArrayBuffer> } = {},
  ) =>
    portal.call(
      addVettingDocument,
      { params: { vettingId }, query: { name: 'Letter.pdf' }, upload },
      { as: as.session },
    )
  const confirm = (vettingId: string, as = people().two) =>
    portal.call(
      confirmVetting,
      { params: { vettingId }, body: body({ note: 'Both documents, and the denomination’s directory' }) },
      { as: as.session },
    )
  const decline = (vettingId: string, as = people().one) =>
    portal.call(
      declineVetting,
      { params: { vettingId }, body: body({ note: 'The letter is another church’s' }) },
      { as: as.session },
    )
  const list = async (as: Person, charityId?: string) =>
    (await portal.call(listVettings, { query: charityId ? { charityId } : {} }, { as: as.session })).reply
      .data

  const vetted = async (about: Entered = {}): Promise<Vetting> => {
    const { vettingId } = (await enter(about)).reply
    await addDocument(vettingId)
    return (await confirm(vettingId)).reply
  }

  return { enter, addDocument, confirm, decline, list, vetted }
}
