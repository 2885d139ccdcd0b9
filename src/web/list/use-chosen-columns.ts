import { useState } from 'react'
import type { List } from '../../contract/list.ts'
import { browserStorage } from '../session/storages.ts'

const keyOf = (name: string) => `almoner-columns-${name}`

/**
 * The columns of a list that the reader has chosen, stored on this device (§9). Only differences from the declaration are stored, so
 * that a column of a later version is shown as it is declared. It says nothing about the rows. A screen whose address holds its view
 * passes the columns of the address.
 */
export function useChosenColumns<Row>(
  { name, columns }: List<Row>,
  inAddress?: { keys: readonly string[] | null; onChange: (keys: readonly string[] | null) => void },
) {
  const [choices, setChoices] = useState(() => readChoices(name))
  if (inAddress) return columnsOf(columns, inAddress)
  const chosen = new Set(
    columns
      .filter(({ key, onScreen = 'first' }) => onScreen !== 'never' && (choices[key] ?? onScreen === 'first'))
      .map(({ key }) => key),
  )
  const choose = (key: string, isChosen: boolean) => {
    const next = { ...choices, [key]: isChosen }
    setChoices(next)
    browserStorage.setItem(keyOf(name), JSON.stringify(next))
  }
  return { chosen, choose }
}

/** The same where the address names the columns; null: those that are shown at first. */
function columnsOf<Row>(
  columns: List<Row>['columns'],
  { keys, onChange }: { keys: readonly string[] | null; onChange: (keys: readonly string[] | null) => void },
) {
  const possible = columns.filter(({ onScreen }) => onScreen !== 'never')
  const first = possible.filter(({ onScreen = 'first' }) => onScreen === 'first').map(({ key }) => key)
  const chosen = new Set(keys ?? first)
  const choose = (key: string, isChosen: boolean) => {
    const next = possible.map(each => each.key).filter(each => (each === key ? isChosen : chosen.has(each)))
    onChange(next.join() === first.join() ? null : next)
  }
  return { chosen, choose }
}

/** The stored value may come from another version, or from another program. */
function readChoices(name: string): Readonly<Record<string, boolean>> {
  try {
    const read: unknown = JSON.parse(browserStorage.getItem(keyOf(name)) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'boolean'))
  } catch {
    return {}
  }
}
