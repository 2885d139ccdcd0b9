/** Where the program reads the time, so that a test can set it. Instants are UTC. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
