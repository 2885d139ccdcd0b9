import { useState } from 'react'
import type { List } from '../../contract/list.ts'
import { browserStorage } from '../session/storages.ts'

const keyOf = (name: string) => `almoner-columns-${name}`

/**
 * The columns of a list that the reader has chosen, kept on this device (§9). Only what differs from the declaration is kept, so
 * that a column of a later version is shown as it is declared. It says nothing about the rows.
 */
export function useChosenColumns<Row>({ name, columns }: List<Row>) {
  const [choices, setChoices] = useState(() => readChoices(name))
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

/** What stands in the storage may come from another version, or from another program. */
function readChoices(name: string): Readonly<Record<string, boolean>> {
  try {
    const read: unknown = JSON.parse(browserStorage.getItem(keyOf(name)) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'boolean'))
  } catch {
    return {}
  }
}
