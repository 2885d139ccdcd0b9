import { tabs } from '../session/tabs.ts'
import { refreshAll } from './query.ts'

/** Fetches shown data again, here and in the browser's other tabs, after a change that several screens show. */
export async function refreshEverywhere(): Promise<void> {
  tabs.send({ kind: 'data-changed' })
  await refreshAll()
}
