import { clientContext } from './client-context.ts'

/** The largest amount that the client accepts anywhere, in minor units. */
export const maxAmountMinor = (): bigint => BigInt(clientContext().clientSettings.maxAmountMinor)
