export const reason = 'ended by the person in another session'
