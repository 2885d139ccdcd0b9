import type { Client, SanctionsList } from './client.ts'
import { clients } from './clients.ts'

/** The lists against which a book is screened: those of every client that shows it (§13). */
export function sanctionsListsOfBook(
  book: string,
  shownBy: readonly Client[] = Object.values(clients),
): SanctionsList[] {
  const showing = shownBy.filter(client => client.book.name === book || client.secondaryBook?.name === book)
  return [...new Set(showing.flatMap(client => client.sanctionsLists))].toSorted()
}
