import { groupedNumber } from '../../contract/contact-topics.ts'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import styles from './Contact.module.css'

export type Sent = { number: number; replyTo: string }

/** The confirmation with the reference number and the reply address. */
export function SentMessage({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <>
      <Alert kind="success" heading="Thank You" takesFocus>
        <p>
          We have received your message. Your reference number is{' '}
          <strong className={styles.number}>{groupedNumber(sent.number)}</strong>. Please have it ready if you
          call us.
        </p>
        <p>
          We have sent a confirmation to <strong>{sent.replyTo}</strong> and will reply to that address.
        </p>
      </Alert>
      <p className={styles.nextSteps}>
        <Link to={paths.home()} look="primary-button">
          Go to the home page
        </Link>
        <Button onPress={onAgain}>Send another message</Button>
      </p>
    </>
  )
}
