import { createContext } from 'react'

/** The element of the secondary outlet (§2.2); null before the shell has mounted. */
export const SecondaryOutlet = createContext<HTMLElement | null>(null)
