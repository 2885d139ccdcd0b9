import {
  confirmPayeeChange,
  type declinePayeeChange,
  getCharityPayee,
  type PayeeFields,
  proposePayeeChange,
} from '../../features/charity-profiles/payee-changes.contract.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'

const command = <Attributes>(attributes: Attributes) => ({
  data: { type: 'command' as const, attributes },
})

/** Enters and decides changes of payees, as staff do. `by` enters, `second` decides. */
export const payeeCalls = (portal: TestApp) => {
  const enter = async (charityId: string, change: Partial<PayeeFields>, by: Person): Promise<string> => {
    const as = { as: by.session }
    const { fields, revision } = (await portal.call(getCharityPayee, { params: { charityId } }, as)).reply
    const body = command({ revision, fields: { ...fields, ...change }, reason: 'Their letter' })
    const { reply } = await portal.call(proposePayeeChange, { params: { charityId }, body }, as)
    return reply.data[0]?.changeId ?? ''
  }
  const decide = (
    endpoint: typeof confirmPayeeChange | typeof declinePayeeChange,
    charityId: string,
    changeId: string,
    second: Person,
  ) =>
    portal.call(
      endpoint,
      { params: { charityId, changeId }, body: command({ note: 'Called' }) },
      { as: second.session },
    )
  return {
    enter,
    decide,
    change: async (charityId: string, change: Partial<PayeeFields>, by: Person, second: Person) =>
      await decide(confirmPayeeChange, charityId, await enter(charityId, change, by), second),
  }
}
