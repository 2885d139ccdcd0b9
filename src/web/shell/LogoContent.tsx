import type { Client } from '../../clients/client.ts'
import styles from './Logo.module.css'
import { LogoPicture } from './LogoPicture.tsx'

export type LogoSettings = Pick<Client, 'logo' | 'displayName' | 'tagline'>

/** The picture, and on desktop the name and the tagline. */
export function LogoContent({ client }: { client: LogoSettings }) {
  const { logo } = client
  return (
    <>
      {logo === null ? null : (
        <span className={styles.picture}>
          <LogoPicture logo={logo} />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.name}>{client.displayName}</span>{' '}
        <span className={styles.line}>{client.tagline}</span>
      </span>
    </>
  )
}
