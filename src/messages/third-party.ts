/** The pages that stand for other parties in a simulated world. */
export const otherPartyText = {
  signIn: (party: string) => `Sign in with ${party}`,
  plays: (party: string) => `The simulated cloud plays ${party} here. Nothing leaves this machine.`,
  playsPortal: 'The simulated cloud plays the support portal here. Nothing leaves this machine.',
  who: 'Who are you there?',
  approve: 'Approve',
  refuse: 'Refuse',
  portal: 'Support portal',
  knows: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  goesOn: 'It would go on to',
  elsewhere: 'You would leave the dashboard here',
  elsewhereWhy:
    'In a simulated world nothing is asked of other sites. A browser would go to this address now:',
  withFields: 'And it would send these fields along:',
  home: 'Back to the dashboard',
  failed: 'The other party does not answer',
}
