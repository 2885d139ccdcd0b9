import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { charityInitials } from './charity-initials.ts'
import styles from './LogoOrInitials.module.css'

type LogoOrInitialsProps = {
  /** As people read it. */
  name: string
  logoUrl: string | null
  size?: 'text' | 'large'
}

/** The picture beside the name of a charity: its logo, or its initials where it has none or it cannot be loaded. Decoration. */
export function LogoOrInitials({ name, logoUrl, size = 'text' }: LogoOrInitialsProps) {
  const [missing, setMissing] = useState<string | null>(null)
  const className = classNames(styles.picture, size === 'large' && styles.large)
  if (logoUrl === null || logoUrl === missing)
    return (
      <span aria-hidden="true" className={className}>
        {charityInitials(name)}
      </span>
    )
  return (
    <img
      className={classNames(className, styles.logo)}
      src={logoUrl}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setMissing(logoUrl)}
    />
  )
}
