import { sendMessage } from '../../features/contact/contact.contract.ts'
import { changePassword, requestUserIds } from '../../features/identity/passwords/password.contract.ts'
import { confirmEmailChange, requestEmailChange } from '../../features/people/email/email.contract.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { makeUser } from '../factories/make-user.ts'
import { jobsDone, mailsTo } from '../mailbox.ts'
import { addCodesFor } from '../sign-in/factors.ts'
import { commandOf } from '../signing.ts'
import type { MailWorld } from './mail-world.ts'

const formerEmail = 'lena.reed@people.example'
const newEmail = 'lena.reed@elsewhere.example'
const password = 'the former password of all'

/** What people are told about their login, and what they and support read of a message. */
export async function makeLoginMails({ portal, fund }: MailWorld): Promise<void> {
  const { databases } = portal
  const user = await makeUser(databases, {
    firstName: 'Lena',
    lastName: 'Reed',
    email: formerEmail,
    password,
  })
  await makeRelationship(databases, fund, { user, role: 'viewer' })
  const as = await portal.sessionFor(user)
  await addCodesFor(portal, as, portal.clock.now())
  await portal.call(requestUserIds, { body: { email: formerEmail } })
  await portal.call(
    changePassword,
    { body: { currentPassword: password, newPassword: 'quiet otters read maps' } },
    { as },
  )
  await portal.call(
    sendMessage,
    {
      body: commandOf({
        ...{ topic: 'grant' as const, message: 'Does the school qualify?', replyTo: formerEmail },
        aboutFund: false,
      }),
    },
    { as },
  )
  await portal.call(requestEmailChange, { body: { email: newEmail } }, { as })
  const [mail] = await mailsTo(portal, newEmail)
  const [code = ''] = mail?.body.match(/^\d{4} \d{4}$/m) ?? []
  await portal.call(confirmEmailChange, { body: { code } }, { as })
  await jobsDone(portal)
}
