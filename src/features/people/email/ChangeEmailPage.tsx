import { useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { startSession, useSession } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Steps } from '../../../web/ui/progress/Steps.tsx'
import { AddressStep } from './AddressStep.tsx'
import styles from './ChangeEmail.module.css'
import { CodeStep } from './CodeStep.tsx'

const steps = [{ title: 'New address' }, { title: 'Code' }]

type Changed = { email: string; userId: string; hasNewUserId: boolean }

/**
 * /my-profile/email: changes the e-mail address, confirmed by a code sent to the new one. During a forced change it is the only
 * screen (§4), at every client (§15).
 */
export function ChangeEmailPage() {
  const { displayName, profileUpdates, support } = clientContext().clientSettings
  const session = useSession()
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)
  const isForced = session.state === 'signed-in' && session.facts.forceEmailChange
  const current = session.state === 'signed-in' ? session.facts.email : ''
  if (changed) return <EmailIsChanged changed={changed} />
  if (!isForced && !profileUpdates)
    return (
      <div className={styles.page}>
        <PageHeading title="Change E-mail">Change E-mail</PageHeading>
        <p>
          Your e-mail address is managed by {displayName}. To change it, please call {support.phone} or e-mail{' '}
          <a href={`mailto:${support.email}`}>{support.email}</a>.
        </p>
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHeading
        title="Change E-mail"
        lead={
          isForced
            ? 'Before you continue, please give us an e-mail address that only you use.'
            : 'We’ll send a code to your new address to confirm that it’s yours.'
        }
      >
        Change E-mail
      </PageHeading>
      <Steps label="Change E-mail" steps={steps} current={requestedEmail === null ? 0 : 1} />
      {requestedEmail === null ? (
        <AddressStep current={current} onRequested={setRequestedEmail} isForced={isForced} />
      ) : (
        <CodeStep
          email={requestedEmail}
          onRestart={() => setRequestedEmail(null)}
          onConfirmed={({ email, userId }) => {
            // Some clients derive the user ID from the e-mail address, so the person needs to know the new one.
            const hasNewUserId = userId === email.toLowerCase() && userId !== current.toLowerCase()
            setChanged({ email, userId, hasNewUserId })
            void startSession()
          }}
        />
      )}
    </div>
  )
}

function EmailIsChanged({ changed: { email, userId, hasNewUserId } }: { changed: Changed }) {
  return (
    <div className={styles.page}>
      <PageHeading title="E-mail Changed" takesFocus={false}>
        Your e-mail address has been changed
      </PageHeading>
      <Alert kind="success" heading="Thank You" takesFocus>
        <p>
          We’ll now e-mail you at <strong>{email}</strong>.
        </p>
        {hasNewUserId ? (
          <p>
            You log in with it too: your user ID is now <strong>{userId}</strong>.
          </p>
        ) : null}
      </Alert>
      <p>
        <Link to={paths.home()} look="primary-button">
          Go to the home page
        </Link>
      </p>
    </div>
  )
}
