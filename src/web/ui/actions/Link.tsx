import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import buttonStyles from './Button.module.css'
import styles from './Link.module.css'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** An address from `paths.ts`, with search and hash if any. */
  to: string
  /** Plain has no underline: for logos, menus and table rows that are recognizable as links. */
  look?: 'link' | 'plain' | 'button' | 'primary-button'
}

const looks = {
  link: styles.link,
  plain: styles.plain,
  button: buttonStyles.button,
  'primary-button': classNames(buttonStyles.button, buttonStyles.primary),
} as const

const opensNewTab = (event: MouseEvent<HTMLAnchorElement>) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey

/** A link within the portal: navigates without a page load and respects unsaved changes. */
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
        // Addresses that the server answers, such as the start of a login, are not the router's.
        if (target === '_blank' || to.startsWith('/api/') || opensNewTab(event)) return
        event.preventDefault()
        router.history.push(to)
      }}
    />
  )
}
