import { userInfo } from 'node:os'

/** What an event says of a command of the command line, which has no session and no address: its name, and who ran it on this machine. */
export const commandLine = (command: string) => ({ by: `npm run ${command}`, operator: userInfo().username })
