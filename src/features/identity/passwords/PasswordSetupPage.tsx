import { useState } from 'react'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useLinkToken } from '../../../web/routing/use-link-token.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import styles from './Password.module.css'
import { RequestLink } from './RequestLink.tsx'

type Stage = 'request' | 'sent' | 'done'

/** /password-setup (§2.12): the person requests a link by mail and chooses a password with it. */
export function PasswordSetupPage() {
  const [stage, setStage] = useState<Stage>('request')
  const { token, clearToken } = useLinkToken()
  const startAgain = () => {
    clearToken()
    setStage('request')
  }
  return (
    <div className={styles.page}>
      {/* A token in the address takes precedence, also if another one was used on this page before. */}
      {token !== null ? (
        <ChoosePassword
          key={token}
          token={token}
          onDone={() => {
            clearToken()
            setStage('done')
          }}
          onRetry={startAgain}
        />
      ) : stage === 'done' ? (
        <PasswordIsSet />
      ) : stage === 'sent' ? (
        <CheckYourEmail
          title="Reset or Create Password"
          onRetry={startAgain}
          retryLabel="request another link"
        >
          <p>
            If this user ID exists, we’ve sent a message to its e-mail address. The link in it works once,
            within 45 minutes.
          </p>
        </CheckYourEmail>
      ) : (
        <RequestLink onSent={() => setStage('sent')} />
      )}
    </div>
  )
}

function PasswordIsSet() {
  return (
    <>
      <PageHeading title="Password Set" takesFocus={false}>
        Your password is set
      </PageHeading>
      <Alert kind="success" heading="Thank You" takesFocus>
        <p>Use your new password the next time you log in. We’ve e-mailed you a confirmation.</p>
      </Alert>
      <p>
        <Link to={paths.signIn()} look="primary-button">
          Log In
        </Link>
      </p>
    </>
  )
}
