import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { maxKeywordsLength } from '../../contract/wire.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import { useSession } from '../../web/session/session.ts'
import { viewAccount } from '../../web/session/switch-currency.ts'
import fieldStyles from '../../web/ui/fields/Field.module.css'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import type { Choice } from './choices.ts'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { addRecent } from './recent.ts'
import { useChoices } from './use-choices.ts'

export type PaletteProps = {
  /** Whether the current page is about no account, so that another must open after a switch of accounts. */
  hidesAccount: boolean | undefined
  onClose: () => void
}

/** The command palette: opens a page, an account or a charity by a few letters. */
export function Palette(props: PaletteProps) {
  return (
    <Dialog title="Go to" isOpen onClose={props.onClose}>
      <PaletteSearch {...props} />
    </Dialog>
  )
}

/**
 * A combobox with a list that is always open, so it needs no popover. The focus stays in the field: the arrow keys move the
 * active option and Enter opens it. The dialog handles Escape and restores the focus.
 */
function PaletteSearch({ hidesAccount, onClose }: PaletteProps) {
  const router = useRouter()
  const session = useSession()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const { groups, userId, searches, isSearching, requests } = useChoices(typed)
  const hasFailed = requests.some(({ isError }) => isError)
  const choices = groups.flatMap(group => group.choices)
  const activeIndex = Math.max(
    0,
    choices.findIndex(({ key }) => key === activeKey),
  )
  const active = choices[activeIndex]
  const optionId = (choice: Choice) => `${id}-${choice.key.replaceAll(' ', '-')}`
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const open = (choice: Choice) => {
    addRecent(userId, choice)
    onClose()
    const { target } = choice
    if ('to' in target) return router.history.push(target.to)
    viewAccount(target).then(() => {
      const { clientSettings } = clientContext()
      if (hidesAccount && mayFollow('/fund-activity', session, clientSettings))
        router.history.push(paths.fundActivity())
    }, showFailure)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Keys that confirm an input method's composition must not act on the list.
    if (event.nativeEvent.isComposing || choices.length === 0) return
    if (step !== undefined) setActiveKey(choices.at((activeIndex + step) % choices.length)?.key ?? null)
    else if (event.key === 'Enter' && active) open(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <label htmlFor={`${id}-field`} className={styles.label}>
        {labelOf(searches)}
      </label>
      <input
        id={`${id}-field`}
        type="text"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxKeywordsLength}
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type here
        autoFocus
        className={fieldStyles.box}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setActiveKey(null)
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        activeKey={active?.key ?? null}
        optionId={optionId}
        onHover={setActiveKey}
        onPick={open}
      />
      <p role="status" className={styles.status}>
        {hasFailed ? '' : statusText({ typed, count: choices.length, isSearching })}
      </p>
      {hasFailed ? <LoadFailure what={foundBy(searches)} requests={requests} /> : null}
    </>
  )
}

function labelOf({ accounts, charities }: { accounts: boolean; charities: boolean }): string {
  if (accounts && charities) return inClientEnglish('Search pages, accounts{,} and charities')
  if (accounts) return 'Search pages and accounts'
  return charities ? 'Search pages and charities' : 'Search pages'
}

function foundBy({ accounts, charities }: { accounts: boolean; charities: boolean }): string {
  if (accounts && charities) return 'Accounts and charities'
  return accounts ? 'Accounts' : 'Charities'
}

type SearchState = { typed: string; count: number; isSearching: boolean }

function statusText({ typed, count, isSearching }: SearchState): string {
  if (isSearching) return 'Searching...'
  if (typed.trim() === '') return ''
  if (count === 0) return `No results for “${typed.trim()}”`
  return count === 1 ? '1 result' : `${count} results`
}
