import styles from './AppSecret.module.css'
import { QrCode } from './QrCode.tsx'

/** The secret for an authenticator app: as a QR code and as text to type. */
export function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className={styles.secret}>
      <QrCode text={uri} label="QR code for your authenticator app, also shown as text" />
      <div>
        <p className={styles.note}>Or type this into the app:</p>
        <code className={styles.text}>{secret}</code>
      </div>
    </div>
  )
}
