/** The source of the current time, so that tests can set it. Instants are UTC. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
