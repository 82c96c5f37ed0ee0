/** Pages that stand in for third parties in a simulated world. */
export const thirdPartyText = {
  signIn: (party: string) => `Sign in with ${party}`,
  plays: (party: string) => `This page simulates ${party}. Nothing leaves this machine.`,
  playsPortal: 'This page simulates the support portal. Nothing leaves this machine.',
  who: 'Choose an account',
  approve: 'Approve',
  refuse: 'Deny',
  portal: 'Support portal',
  knows: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  goesOn: 'The real portal would redirect to',
  elsewhere: 'This link leaves the dashboard',
  elsewhereWhy: 'A simulated world contacts no other sites. In live mode this address would open:',
  withFields: 'With these fields:',
  home: 'Back to the dashboard',
  failed: 'The third party does not respond',
}
