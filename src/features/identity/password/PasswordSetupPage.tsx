import { useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { PageHeading } from '../../../web/ui/text/PageHeading.tsx'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import styles from './Password.module.css'
import { RequestLink } from './RequestLink.tsx'
import { useLinkToken } from './use-link-token.ts'

type Stage = 'question' | 'asked' | 'done'

/** /password-setup (§2.12): a link is asked for, comes by mail, and lets its person choose a password. */
export function PasswordSetupPage() {
  const [stage, setStage] = useState<Stage>('question')
  const { token, forget } = useLinkToken()
  const again = () => {
    forget()
    setStage('question')
  }
  return (
    <div className={styles.page}>
      {/* A link comes first, also one that is opened where another was used a moment ago. */}
      {token !== null ? (
        <ChoosePassword
          key={token}
          token={token}
          onDone={() => {
            forget()
            setStage('done')
          }}
          onAskAgain={again}
        />
      ) : stage === 'done' ? (
        <PasswordIsSet />
      ) : stage === 'asked' ? (
        <CheckYourEmail title="Reset or Create Password" onAgain={again} again="request another link">
          <p>
            If this user ID exists, we’ve sent a message to its e-mail address. The link in it works once,
            within 45 minutes.
          </p>
        </CheckYourEmail>
      ) : (
        <RequestLink onAsked={() => setStage('asked')} />
      )}
    </div>
  )
}

function PasswordIsSet() {
  const { displayName } = clientContext().clientSettings
  return (
    <>
      <PageHeading title={`Password Set | ${displayName}`} takesFocus={false}>
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
