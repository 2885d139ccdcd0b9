import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import buttonStyles from './Button.module.css'
import styles from './Link.module.css'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An address made by `paths.ts`, with its search and hash if it has any. */
  to: string
  /** Plain has no underline of its own: for marks, menus and table rows that show in another way that they lead somewhere. */
  look?: 'link' | 'plain' | 'button' | 'primary-button'
}

const looks = {
  link: styles.link,
  plain: styles.plain,
  button: buttonStyles.button,
  'primary-button': classNames(buttonStyles.button, buttonStyles.primary),
} as const

const opensElsewhere = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey

/** A link within the portal: changes the screen without loading the page anew, asks leave of unsaved changes. */
export function Link({ to, look = 'link', className, onClick, target, ...props }: LinkProps) {
  const router = useRouter()
  return (
    <a
      {...props}
      href={router.history.createHref(to)}
      target={target}
      className={classNames(looks[look], className)}
      onClick={event => {
        onClick?.(event)
        // What the server answers itself, such as the way to sign in, is no screen of the router.
        if (target === '_blank' || to.startsWith('/api/') || opensElsewhere(event)) return
        event.preventDefault()
        router.history.push(to)
      }}
    />
  )
}
