/** The pages that stand for other parties in a simulated world. */
export const thirdPartyText = {
  signIn: (party: string) => `Sign in with ${party}`,
  plays: (party: string) => `The simulated cloud plays ${party} here. Nothing leaves this machine.`,
  playsPortal: 'The simulated cloud plays the support portal here. Nothing leaves this machine.',
  who: 'Choose an account',
  approve: 'Approve',
  refuse: 'Refuse',
  portal: 'Support portal',
  knows: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  goesOn: 'It would redirect to',
  elsewhere: 'You would leave the dashboard here',
  elsewhereWhy: 'In a simulated world no other sites are contacted. A browser would open this address:',
  withFields: 'With these fields:',
  home: 'Back to the dashboard',
  failed: 'The other party does not respond',
}
