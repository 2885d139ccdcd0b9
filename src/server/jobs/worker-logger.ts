import { Logger } from 'graphile-worker'

/** What a person who runs the program has to know; graphile-worker's notices on each job are left out. */
export const quietWorkerLogger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message)
  if (level === 'warning') console.warn(message)
})
