import type { Choice } from './choices.ts'

const atMost = 5

let owner: string | null = null
let picked: readonly Choice[] = []

/**
 * What this person picked last in this tab, the newest first. In memory alone: names of charities and accounts do not stay on a
 * device, and go with whoever goes.
 */
export function recentOf(userId: string | null): readonly Choice[] {
  if (userId !== owner) {
    owner = userId
    picked = []
  }
  return picked
}

export function rememberPick(userId: string | null, choice: Choice): void {
  picked = [choice, ...recentOf(userId).filter(({ key }) => key !== choice.key)].slice(0, atMost)
}
