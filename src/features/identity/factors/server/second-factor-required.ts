import type { Client } from '../../../../clients/client.ts'

/** Whether the client requires a second factor of this person (docs/clients.md, secondFactor). Off in the demonstration. */
export function mustHaveFactor(
  { enforcesSecondFactor }: { enforcesSecondFactor: boolean },
  client: Pick<Client, 'secondFactor'>,
  { isStaff }: { isStaff: boolean },
): boolean {
  if (!enforcesSecondFactor) return false
  switch (client.secondFactor) {
    case 'everyone':
      return true
    case 'staff':
      return isStaff
    case 'offered':
      return false
  }
}
