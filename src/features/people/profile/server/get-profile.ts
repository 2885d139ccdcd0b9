import type { Reply } from '../../../../contract/endpoint.ts'
import { noticeKinds, optionalNotices } from '../../../../contract/notice-kinds.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../profile.contract.ts'
import { findPreferences } from './profile.queries.ts'
import { detailsOf, loadPerson } from './show-profile.ts'

type Context = ContextOf<typeof contract.getProfile>

/** The caller's name, contact details and preferences. */
export async function getProfile(
  _input: unknown,
  { actor, client, book, db, realmDb }: Context,
): Promise<Reply<typeof contract.getProfile>> {
  const { revision, ...person } = await loadPerson(
    { db, realmDb, phoneCountry: client.defaultPhoneCountry },
    actor.userId,
  )
  const { grantNaming, switchedOff, defaultFundId } = await findPreferences(realmDb, actor.userId, book.name)
  return {
    details: detailsOf(person),
    revision,
    grantNaming,
    notices: optionalNotices.map(kind => ({
      kind,
      label: localEnglish(noticeKinds[kind].label, client.locale),
      isOn: !switchedOff.has(kind),
    })),
    defaultFundId,
  }
}
