import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { requiredLine, requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Entry, EntryList } from '../../../web/ui/sections/EntryList.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { linkLogin, unlinkLogin } from '../access.contract.ts'
import type { User } from '../users.contract.ts'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

/** How a person logs in, where they are logged in now, and their logins at the bank's providers. */
export function UserLogins({ user, mayChange }: { user: User; mayChange: boolean }) {
  const headingId = useId()
  const { clientSettings } = clientContext()
  const { sessions, devices, factors } = user
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Logins</h2>
      <DescriptionList
        items={[
          { term: 'Second factor', description: factorsText(factors) },
          { term: 'Backup codes left', description: factors.backupCodes },
        ]}
      />
      <h3 className={styles.title}>Logged in now</h3>
      {sessions.length === 0 ? <p>Nowhere.</p> : null}
      <EntryList>
        {sessions.map(({ browser, startedAt, lastSeenAt }) => (
          <Entry key={startedAt}>
            {browser ?? 'Unknown browser'}
            <p>Last seen {formatInstant(lastSeenAt, clientSettings)}</p>
          </Entry>
        ))}
      </EntryList>
      <h3 className={styles.title}>Remembered devices</h3>
      {devices.length === 0 ? <p>None.</p> : null}
      <EntryList>
        {devices.map(({ name, lastUsedAt }) => (
          <Entry key={`${name} ${lastUsedAt}`}>
            {name}
            <p>Last used {formatInstant(lastUsedAt, clientSettings)}</p>
          </Entry>
        ))}
      </EntryList>
      <LinkedLogins user={user} mayChange={mayChange} />
    </section>
  )
}

function factorsText({ passkeys, codes }: User['factors']): string {
  const parts = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]),
    ...(codes ? ['one-time codes'] : []),
  ]
  return parts.join(', ') || 'None'
}

function LinkedLogins({ user, mayChange }: { user: User; mayChange: boolean }) {
  const { clientSettings } = clientContext()
  const [unlinking, setUnlinking] = useState<User['logins'][number] | null>(null)
  const [isLinking, setLinking] = useState(false)
  const { personId, logins, unlinkedProviders } = user
  if (logins.length === 0 && unlinkedProviders.length === 0) return null
  return (
    <>
      <h3 className={styles.title}>At the bank’s provider</h3>
      {logins.length === 0 ? <p>No login is linked.</p> : null}
      <EntryList>
        {logins.map(login => (
          <Entry
            key={`${login.issuer} ${login.subject}`}
            action={
              mayChange ? (
                <Button
                  aria-label={`Unlink ${login.subject}`}
                  aria-expanded={unlinking === login}
                  onPress={() => setUnlinking(login)}
                >
                  Unlink
                </Button>
              ) : null
            }
          >
            {login.provider ?? login.issuer}
            <p>
              {login.subject}, linked {formatInstant(login.linkedAt, clientSettings)}
            </p>
          </Entry>
        ))}
      </EntryList>
      {unlinking === null ? null : (
        <NoteForm
          key={unlinking.subject}
          label={`Why ${unlinking.subject} is unlinked`}
          hint="Their sessions end."
          submitText="Unlink this login"
          text={requiredReason}
          save={reason =>
            call(unlinkLogin, {
              params: { personId },
              body: {
                data: {
                  type: 'command',
                  attributes: { issuer: unlinking.issuer, subject: unlinking.subject, reason },
                },
              },
            })
          }
          onSaved={() => {
            setUnlinking(null)
            void showChange(`${unlinking.subject} is unlinked.`)
          }}
        />
      )}
      {mayChange && unlinkedProviders.length > 0 && !isLinking ? (
        <Button onPress={() => setLinking(true)}>Link a login</Button>
      ) : null}
      {isLinking ? <LinkLogin user={user} onDone={() => setLinking(false)} /> : null}
    </>
  )
}

const linkSchema = z.object({
  provider: z.string().check(z.minLength(1, 'Choose a provider')),
  subject: requiredLine(500, 'Enter the subject that the bank’s provider sends'),
  reason: requiredReason,
})

function LinkLogin({ user: { personId, unlinkedProviders }, onDone }: { user: User; onDone: () => void }) {
  const form = useForm({
    schema: linkSchema,
    initial: { provider: unlinkedProviders[0]?.name ?? '', subject: '', reason: '' },
    save: attributes =>
      call(linkLogin, { params: { personId }, body: { data: { type: 'command', attributes } } }),
    onSaved: (_done, { subject }) => {
      onDone()
      void showChange(`${subject} is linked.`)
    },
  })
  return (
    <Form form={form} label="Link a login">
      <Select
        label="Provider"
        isRequired
        choices={unlinkedProviders.map(({ name, title }) => ({ value: name, text: title }))}
        {...form.field('provider')}
      />
      <TextField
        label="Subject"
        hint="As the bank’s directory names the person"
        isRequired
        autoComplete="off"
        {...form.field('subject')}
      />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Link this login">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
