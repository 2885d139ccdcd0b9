import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import header from './Header.module.css'
import logo from './Logo.module.css'
import { LogoContent, type LogoSettings } from './LogoContent.tsx'
import shell from './Shell.module.css'

/**
 * The shell's first picture: the logo, and the places of menu and heading. The build renders it for each client and the server
 * writes it into index.html, so that people see whose page it is before the program has loaded. It shows until the first screen
 * is ready, so it is also what a reload shows while the session is renewed. `children` are what the screen shows to everyone; without
 * them the places of a heading and a text are marked. The content policy allows no style attributes in markup; the server writes the
 * logo's widths beside the theme.
 */
export function Frame({ client, children }: { client: LogoSettings; children?: ReactNode }) {
  return (
    <div className={classNames(shell.shell, 'frame')} data-visitor={children ? '' : undefined}>
      <header className={header.header}>
        <div className={header.inner}>
          <div className={logo.row}>
            <a href="/" className={logo.logo} aria-label={`${client.displayName} ${client.tagline}, home`}>
              <LogoContent client={client} />
            </a>
            <span className={logo.nameOnMobile} aria-hidden="true">
              {client.displayName}
            </span>
          </div>
        </div>
      </header>
      <div className={classNames(header.menuRow, 'frame-menu')} />
      <main className={shell.main}>
        <noscript>
          <p>This site needs JavaScript. Please turn it on, or call the number on your statement.</p>
        </noscript>
        {children ?? (
          <>
            <div className="frame-heading" />
            <div className="frame-text" />
          </>
        )}
      </main>
    </div>
  )
}
