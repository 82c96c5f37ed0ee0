/** Before a session ends by itself. */
export const sessionEndText = {
  ends: (time: string) => `Your session ends at ${time}`,
  whatStays:
    'The platform did not renew it. You will have to sign in again: forms keep what you typed, but terminals are disconnected.',
  renew: 'Renew it now',
  renewed: 'Your session was renewed',
  notRenewed: 'Your session could not be renewed. Check your connection, then try again.',
}
