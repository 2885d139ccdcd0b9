import { classNames } from '../class-names.ts'
import styles from './Avatar.module.css'
import { initialsOf } from './initials.ts'

type AvatarProps = {
  name: string
  size?: 'text' | 'large'
  /** Filled for the people whose account it is. */
  isFilled?: boolean
}

/** The initials of a person, beside their name: decoration. */
export function Avatar({ name, size = 'text', isFilled = false }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.avatar, size === 'large' && styles.large, isFilled && styles.filled)}
    >
      {initialsOf(name)}
    </span>
  )
}
