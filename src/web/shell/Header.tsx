import { lazy, Suspense, useCallback, useId, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './Header.module.css'
import { Logo } from './Logo.tsx'
import { MainMenu } from './MainMenu.tsx'
import type { MenuItem, ShellClient, ShellVisitor } from './shell-types.ts'
import { useIsScrolled } from './use-is-scrolled.ts'
import { VisitorMenu } from './VisitorMenu.tsx'

export type HeaderProps = {
  client: ShellClient
  visitor: ShellVisitor
  menu: readonly MenuItem[]
  topBar: readonly MenuItem[]
  help: readonly MenuItem[]
  /** Opens the command palette. */
  onSearch: () => void
  /** Changes with each navigation, which closes the mobile menu. */
  routeKey: string
}

// No part of the first load: only small screens show it, and only once it is opened.
const MobileMenu = lazy(() => import('./MobileMenu.tsx').then(module => ({ default: module.MobileMenu })))

const nothing: readonly MenuItem[] = []

/** Logo and visitor menu in one row, the main menu in the next. Past 100 px only the menu's row stays, and is lower (§2.3, §4). */
export function Header({ client, visitor, routeKey, onSearch, ...menus }: HeaderProps) {
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isScrolled = useIsScrolled()
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const menuRow = useMenuRows()
  const isOpen = openedOn === routeKey
  const isForced = visitor.state === 'forced-email-change'
  const menu = isForced ? nothing : menus.menu
  const topBar = isForced ? nothing : menus.topBar
  const help = isForced ? nothing : menus.help
  // Returns the focus from the closed menu, unless the next screen takes it.
  const close = () => {
    setOpenedOn(null)
    toggle.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <header className={styles.header}>
        <div className={styles.inner}>
          <Logo client={client} />
          <VisitorMenu visitor={visitor} topBar={topBar} help={help} onSearch={onSearch} />
          {isForced ? null : (
            <button
              ref={toggle}
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              onClick={() => setOpenedOn(isOpen ? null : routeKey)}
            >
              {isOpen ? 'Close' : 'Menu'}
            </button>
          )}
        </div>
      </header>
      {isOpen && !isForced ? (
        <Suspense fallback={<div id={panelId} />}>
          <MobileMenu
            id={panelId}
            items={menu}
            topBar={topBar}
            help={help}
            visitor={visitor}
            onSearch={onSearch}
            onFollow={close}
            onEscape={close}
          />
        </Suspense>
      ) : null}
      {menu.length > 0 ? (
        <div ref={menuRow} className={classNames(styles.menuRow, isScrolled && styles.scrolled)}>
          <MainMenu items={menu} hasDropdowns={client.menu === 'full'} />
        </div>
      ) : null}
    </>
  )
}

/**
 * Ref for the element around a menu. Sets `--menu-rows` to the number of rows that its entries take, which depends on person,
 * window and font, so that scroll targets stay below the sticky menu (§2.3).
 */
function useMenuRows(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const { style } = element.ownerDocument.documentElement
    const watch = new ResizeObserver(() => {
      const tops = [...element.querySelectorAll('li')].map(entry => entry.offsetTop)
      style.setProperty('--menu-rows', String(Math.max(1, new Set(tops).size)))
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--menu-rows')
    }
  }, [])
}
