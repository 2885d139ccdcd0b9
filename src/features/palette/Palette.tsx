import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { showFailure } from '../../web/api/show-failure.ts'
import { switchAccount } from '../../web/session/session.ts'
import fieldStyles from '../../web/ui/fields/Field.module.css'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import type { Choice, Page } from './choices.ts'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { rememberPick } from './recent.ts'
import { useChoices } from './use-choices.ts'

export type PaletteProps = {
  /** The screens that this person may open. */
  pages: readonly Page[]
  /** Where the current account is seen once it was changed; null: on the screen that stands there. */
  accountAt: string | null
  onClose: () => void
}

/** The command palette: by a few letters to any page, account or charity (look and feel, "Keyboard"). */
export function Palette(props: PaletteProps) {
  return (
    <Dialog title="Go to" isOpen onClose={props.onClose}>
      <PaletteSearch {...props} />
    </Dialog>
  )
}

/**
 * A combobox whose list always stands below it, so it needs no popover of its own: the focus stays in the field, the arrows move the
 * mark, Enter follows it; Escape and the focus's way back are the dialog's.
 */
function PaletteSearch({ pages, accountAt, onClose }: PaletteProps) {
  const router = useRouter()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [markedKey, setMarkedKey] = useState<string | null>(null)
  const { groups, userId, finds, isSearching, hasFailed } = useChoices(typed, pages)
  const choices = groups.flatMap(group => group.choices)
  const place = Math.max(
    0,
    choices.findIndex(({ key }) => key === markedKey),
  )
  const marked = choices[place]
  const optionId = (choice: Choice) => `${id}-${choice.key.replaceAll(' ', '-')}`
  const markedId = marked && optionId(marked)
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])

  const follow = (choice: Choice) => {
    rememberPick(userId, choice)
    onClose()
    const { target } = choice
    if ('to' in target) return router.history.push(target.to)
    switchAccount(target.fundId).then(() => {
      if (accountAt !== null) router.history.push(accountAt)
    }, showFailure)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // The keys that confirm a word of an input method are not for the list.
    if (event.nativeEvent.isComposing || choices.length === 0) return
    if (step !== undefined) setMarkedKey(choices.at((place + step) % choices.length)?.key ?? null)
    else if (event.key === 'Enter' && marked) follow(marked)
    else return
    event.preventDefault()
  }
  return (
    <>
      <label htmlFor={`${id}-field`} className={styles.label}>
        {labelOf(finds)}
      </label>
      <input
        id={`${id}-field`}
        type="text"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={markedId}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: it is what the dialog was opened for
        autoFocus
        className={fieldStyles.box}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setMarkedKey(null)
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        markedKey={marked?.key ?? null}
        optionId={optionId}
        onMark={setMarkedKey}
        onPick={follow}
      />
      <p role="status" className={styles.status}>
        {wordsFor({ typed, count: choices.length, isSearching, hasFailed })}
      </p>
    </>
  )
}

function labelOf({ accounts, charities }: { accounts: boolean; charities: boolean }): string {
  if (accounts && charities) return 'A page, an account or a charity'
  if (accounts) return 'A page or an account'
  return charities ? 'A page or a charity' : 'The name of a page'
}

type State = { typed: string; count: number; isSearching: boolean; hasFailed: boolean }

function wordsFor({ typed, count, isSearching, hasFailed }: State): string {
  if (isSearching) return 'Searching...'
  if (hasFailed) return 'Accounts and charities could not be searched. Please try again.'
  if (typed.trim() === '') return ''
  if (count === 0) return `Nothing matches "${typed.trim()}".`
  return count === 1 ? '1 result' : `${count} results`
}
