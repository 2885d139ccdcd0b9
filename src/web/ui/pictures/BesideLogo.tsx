import type { ReactNode } from 'react'
import styles from './BesideLogo.module.css'
import { LogoOrInitials } from './LogoOrInitials.tsx'

type BesideLogoProps = { name: string; logoUrl: string | null; children: ReactNode }

/** The name of a charity in a row of a list, with what is said about it, beside its logo or initials. */
export function BesideLogo({ name, logoUrl, children }: BesideLogoProps) {
  return (
    <div className={styles.line}>
      <LogoOrInitials name={name} logoUrl={logoUrl} />
      <div>{children}</div>
    </div>
  )
}
