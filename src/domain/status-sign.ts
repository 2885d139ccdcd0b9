/**
 * What a status means to its reader, shown by shape and color beside its word: something waits for somebody, it goes on by itself, it is
 * done as intended, it was refused or came back, or it ended without either.
 */
export type StatusSign = 'waiting' | 'in-progress' | 'done' | 'refused' | 'ended'
