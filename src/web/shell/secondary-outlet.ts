import { createContext } from 'react'

/** Where the shell's main area keeps its secondary outlet (§2.2); null before it stands. */
export const SecondaryOutlet = createContext<HTMLElement | null>(null)
