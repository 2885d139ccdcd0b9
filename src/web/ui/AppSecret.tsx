import styles from './AppSecret.module.css'
import { QrCode } from './QrCode.tsx'

/** What an app for one-time codes is to be told: as a picture for its camera, and beside it as text to be typed. */
export function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className={styles.secret}>
      <QrCode text={uri} label="QR code for your app; its text stands beside it" />
      <div>
        <p className={styles.note}>Or type this into the app:</p>
        <code className={styles.text}>{secret}</code>
      </div>
    </div>
  )
}
